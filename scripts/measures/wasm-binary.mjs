// Reads how a WebAssembly binary is laid out. Own code because nothing kept does it: twiggy is one more tool to compile
// for minutes and knows no crates, and binaryen's own count (`wasm-opt --func-metrics`) is of a binary it writes anew,
// so that its figures do not add up to the file. The format is fixed; what the platform knows, it is asked.

const CODE = 10;
const DATA = 11;
const FUNCTION_NAMES = 1;

/** A reading position: bytes, and whole numbers of the format (LEB128, at most 32 bits). */
function reader(bytes, start = 0) {
  let at = start;
  const byte = () => bytes[at++];
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
  };
  return {
    byte,
    number,
    skip: (length) => (at += length),
    text: (length) => {
      at += length;
      return Buffer.from(bytes.subarray(at - length, at)).toString();
    },
    at: () => at,
  };
}

/** Every section: what it is, where it starts, where what it holds starts, where it ends. */
function sections(bytes) {
  const read = reader(bytes, 8);
  const found = [];
  while (read.at() < bytes.length) {
    const start = read.at();
    const id = read.byte();
    const length = read.number();
    found.push({ id, start, content: read.at(), end: read.skip(length) });
  }
  return found;
}

/** Bytes of each function of the code section, the first one being the first after the imported ones. */
function functionSizes(bytes, { content }) {
  const read = reader(bytes, content);
  const sizes = [];
  for (let left = read.number(); left > 0; left -= 1) {
    const start = read.at();
    read.skip(read.number());
    sizes.push(read.at() - start);
  }
  return sizes;
}

/** The content of the code section: the same bytes are the same functions in the same order. */
export function codeOf(bytes) {
  const { content, end } = sections(bytes).find(({ id }) => id === CODE);
  return bytes.slice(content, end);
}

/** Names of functions by number; empty for a binary that keeps none. */
export function functionNames(bytes) {
  const names = new Map();
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'name');
  if (!section) return names;
  const all = new Uint8Array(section);
  const read = reader(all);
  while (read.at() < all.length) {
    const [kind, length] = [read.byte(), read.number()];
    if (kind !== FUNCTION_NAMES) {
      read.skip(length);
      continue;
    }
    for (let left = read.number(); left > 0; left -= 1) names.set(read.number(), read.text(read.number()));
  }
  return names;
}

/**
 * What a binary is made of, in bytes that add up to it: `functions` with their numbers, `data` (texts and tables), and
 * `frame`, which is everything else: types, imports, exports, tables, and the heads of sections.
 */
export function layout(bytes) {
  const all = sections(bytes);
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(({ kind }) => kind === 'function');
  const sizes = functionSizes(
    bytes,
    all.find(({ id }) => id === CODE),
  );
  const functions = sizes.map((size, index) => ({ number: imported.length + index, size }));
  const dataSection = all.find(({ id }) => id === DATA);
  const data = dataSection ? dataSection.end - dataSection.content : 0;
  const code = sizes.reduce((sum, size) => sum + size, 0);
  return { functions, data, frame: bytes.length - code - data };
}
