/**
 * Globals that React's server build expects and QuickJS lacks. React uses both only while loading: rendering to a
 * string neither schedules tasks nor encodes bytes. Imported first, because React reads them when it loads.
 */
class NoMessageChannel {
  port1 = { onmessage: null };
  port2 = { postMessage: () => undefined };
}

/** React encodes the constant pieces of its streams while loading; rendering to a string never uses them. */
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
