// The compiled core: a WebAssembly module that asks for next to nothing, a clock and a listener.

const CLOCK = 1e6; // nanoseconds in a millisecond
const NOT_HERE = 52; // what WASI answers where something does not exist

/** @typedef {{ask: (kind: number, question: Uint8Array, poll: (...now: number[]) => boolean) => Uint8Array}} Core */

/** @param {ArrayBuffer} bytes @returns {Promise<Core>} */
export async function loadCore(bytes) {
  /** @type {any} */
  let inside = null;
  /** @type {(...now: number[]) => boolean} */
  let listener = () => true;
  const known = {
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _exact, /** @type {number} */ where) {
      new DataView(inside.memory.buffer).setBigUint64(where, BigInt(Math.round(performance.now() * CLOCK)), true);
      return 0;
    },
    proc_exit() { throw new Error("the core has ended"); },
  };
  const wasi = new Proxy(known, { get: (all, name) => Reflect.get(all, name) ?? (() => NOT_HERE) });
  const poll = (/** @type {number[]} */ ...now) => Number(listener(...now));
  const { instance } = await WebAssembly.instantiate(bytes, /** @type {any} */ ({ noughts: { poll }, wasi_snapshot_preview1: wasi }));
  inside = instance.exports;
  inside._initialize();
  return {
    ask(kind, question, hears) {
      const room = inside.room(question.length / 8) >>> 0;
      new Uint8Array(inside.memory.buffer, room, question.length).set(question);
      listener = hears;
      const answer = inside.ask(kind) >>> 0;
      return new Uint8Array(inside.memory.buffer, answer, inside.answer_size() >>> 0).slice();
    },
  };
}
