// Python in a worker: it loads, says how far it is, and answers one question after the other.
// @ts-expect-error the package is beside this file when it is exported
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { loadCore } from "./core.js";

const BASE = new URL(".", import.meta.url);
// Hosts do not agree on what they compress, so these are compressed already.
const PACKED = ["pyodide/pyodide.asm.wasm", "core.wasm"].map((name) => new URL(name, BASE).href);
const scope = /** @type {any} */ (self);
const fetchPlain = self.fetch.bind(self);
let loaded = 0;

// What Pyodide fetches is counted on its way, so that one sees how far it is.
scope.fetch = async (/** @type {string | URL | Request} */ input, /** @type {RequestInit | undefined} */ init) => {
  const url = new URL(input instanceof Request ? input.url : input, BASE).href;
  const isPacked = PACKED.includes(url);
  const answer = await fetchPlain(isPacked ? `${url}.packed` : input, init);
  if (!answer.ok || !answer.body) return answer;
  let body = answer.body.pipeThrough(new TransformStream({
    transform(chunk, control) {
      loaded += chunk.length;
      scope.postMessage({ loaded });
      control.enqueue(chunk);
    },
  }));
  if (isPacked) body = body.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));
  const type = isPacked ? "application/wasm" : answer.headers.get("content-type") ?? "";
  return new Response(body, { status: answer.status, headers: { "content-type": type } });
};

/** @param {string} name */
async function bytes(name) {
  const answer = await scope.fetch(new URL(name, BASE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** @type {number | undefined} the question that is being worked on */
let current;

async function start() {
  const settings = await fetchPlain(new URL("settings.json", BASE)).then((answer) => answer.json());
  const [packages, core] = await Promise.all([
    bytes("python.zip"), settings.hasCore ? bytes("core.wasm").then(loadCore) : null,
  ]);
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", BASE).href,
    lockFileContents: JSON.stringify(settings.lock),
    packageBaseUrl: new URL("pyodide/", BASE).href,
    env: { HOME: "/home/web", PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" },
    stdout: (/** @type {string} */ line) => scope.postMessage({ id: current, ...JSON.parse(line) }), // how far a search is
  });
  if (core) python.registerJsModule("noughts_browser_core", core);
  python.unpackArchive(packages, "zip", { extractDir: "/package" });
  python.runPython("import sys; sys.path.insert(0, '/package')");
  const page = python.pyimport("noughts.web.in_browser");
  return { page, strategies: python.pyimport("noughts.proofs.strategies"), proofs: new Set(settings.proofs), python };
}

/** What is wrong, without the way there. @param {unknown} error */
function lastLine(error) {
  return String(error instanceof Error ? error.message : error).trim().split("\n").slice(-1)[0];
}

const started = start();
started.then(() => scope.postMessage({ ready: true }), (error) => scope.postMessage({ failed: lastLine(error) }));

/** @param {any} question */
async function answer(question) {
  const { page, strategies, proofs, python } = await started;
  const ask = (/** @type {object} */ one) => JSON.parse(page.answer(JSON.stringify(one)));
  if (question.address) {
    const { name } = ask({ ...question, kind: "proof_file" });
    if (proofs.has(name)) { // without a connection it is simply not there
      const content = await bytes(`proofs/${name}`).catch(() => null);
      if (content) strategies.keep_shipped(name, python.toPy(new Uint8Array(content)).tobytes());
    }
  }
  current = question.id;
  return ask(question);
}

let last = Promise.resolve();
self.addEventListener("message", ({ data }) => {
  last = last.then(async () => {
    try {
      scope.postMessage({ id: data.id, answer: await answer(data) });
    } catch (error) {
      scope.postMessage({ id: data.id, failed: lastLine(error) });
    }
  });
});
