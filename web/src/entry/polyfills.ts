/**
 * What React's server build expects of its host and QuickJS lacks. Both are reached while loading only: drawing to a
 * string neither schedules tasks nor encodes bytes. Imported first, because React takes them when it is loaded.
 */
class NoMessageChannel {
  port1 = { onmessage: null };
  port2 = { postMessage: () => undefined };
}

/** React encodes the constant pieces of its streams while it loads; drawing to a string never looks at them. */
class NoTextEncoder {
  encode(): Uint8Array {
    return new Uint8Array();
  }
}

const polyfills = {
  MessageChannel: NoMessageChannel,
  TextEncoder: NoTextEncoder,
  setTimeout: () => 0,
  clearTimeout: () => undefined,
  queueMicrotask: (task: () => void) => void Promise.resolve().then(task),
};

for (const [name, polyfill] of Object.entries(polyfills)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: polyfill, writable: true });
}
