// What the receiver knows: the newest entitlement of each account, and up to which revision it has caught up.
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns a function that runs one call after the other, because two writers of one file would mix. */
export function inTurn(work) {
  let last = Promise.resolve();
  return (...args) => {
    const next = () => work(...args);
    last = last.then(next, next);
    return last;
  };
}

/** Writes a file as a whole: a reader, or a machine that lost its power, finds the old text or the new one. */
export async function writeWhole(file, text) {
  const temporary = `${file}.new`;
  await synced(temporary, 'w', (handle) => handle.writeFile(text));
  await rename(temporary, file);
  // The new name is on disk once its folder is. Windows cannot open a folder.
  if (process.platform !== 'win32') await synced(dirname(file), 'r', () => undefined);
}

async function synced(path, flags, work) {
  const handle = await open(path, flags, 0o600);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether this has the fields of an entitlement that the receiver decides by. */
export const isEntitlement = (value) =>
  typeof value?.account === 'string' &&
  typeof value.state === 'string' &&
  Number.isFinite(Date.parse(value.until)) &&
  Number.isSafeInteger(value.devices) &&
  Number.isSafeInteger(value.revision);

/** A file whose first line says where the next changes call goes on, and every other one holds an entitlement. */
export class Store {
  #file;
  #next;
  #entitlements;
  #changes = 0;
  #written = 0;

  /** Opens the store of an earlier run; without a file it begins empty. */
  static async open(file) {
    const text = await readFile(file, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '{"next":null}\n';
      throw error;
    });
    const [{ next }, ...entitlements] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return new Store(file, next, entitlements);
  }

  constructor(file, next, entitlements) {
    this.#file = file;
    this.#next = next;
    this.#entitlements = new Map(entitlements.map((one) => [one.account, one]));
  }

  /** Where the next changes call goes on; null before the first one. */
  get next() {
    return this.#next;
  }

  /** The newest entitlement of each account, by account. */
  get entitlements() {
    return this.#entitlements;
  }

  /**
   * Takes what is newer than the known, and returns that once all of it is on disk. Only the changes call moves `next`:
   * a push may overtake the push of another account, so its revision does not say that all earlier ones arrived.
   */
  async take(entitlements, next = this.#next) {
    const newer = entitlements.filter((one) => !(one.revision <= this.#entitlements.get(one.account)?.revision));
    for (const one of newer) this.#entitlements.set(one.account, one);
    if (newer.length > 0 || next !== this.#next) this.#changes += 1;
    this.#next = next;
    // Also where nothing is newer: an earlier write may have failed, and the answer promises that it is stored.
    await this.#write();
    return newer;
  }

  // Calls that wait for a write share the next one.
  #write = inTurn(async () => {
    if (this.#written === this.#changes) return;
    const changes = this.#changes;
    const lines = [{ next: this.#next }, ...this.#entitlements.values()].map((one) => `${JSON.stringify(one)}\n`);
    await writeWhole(this.#file, lines.join(''));
    this.#written = changes;
  });
}
