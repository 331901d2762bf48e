// Prices and codes as the owner changes them: through the program's own commands, while the shop is open.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onefare } from './program';
import type { Shop } from './shop';

/** Changes the active price book by the owner's file, and returns the program's output. */
export async function edit(shop: Shop, change: (toml: string) => string): Promise<string> {
  const before = await onefare(shop, 'catalogue', 'export');
  const after = change(before);
  if (after === before) throw new Error(`the edit changed nothing:\n${before}`);
  const file = join(shop.data, `prices-${randomUUID()}.toml`);
  await writeFile(file, after);
  return onefare(shop, 'catalogue', 'apply', '--yes', file);
}

/** Sets another price for a plan in one currency. */
export function reprice(shop: Shop, plan: string, currency: string, price: string) {
  const place = new RegExp(`(id = "${plan}"[^]*?\\b${currency} = \\{ price = )"[^"]*"`);
  return edit(shop, (toml) => toml.replace(place, `$1"${price}"`));
}

/** Sets another price in dollars for a data plan: five gigabytes for thirty days. */
export function repriceData(shop: Shop, bundle: number, price: string) {
  const place = new RegExp(`(\\[\\[bundle\\]\\]\\nid = ${bundle}\\n[^]*?mb = 5120, days = 30, usd = )"[^"]*"`);
  return edit(shop, (toml) => toml.replace(place, `$1"${price}"`));
}

/** Adds a code. */
export function addCode(shop: Shop, code: string, percent: string, ends: Date) {
  const lines = ['', '[[code]]', `code = "${code}"`, `percent = "${percent}"`, 'term = "every"'];
  return edit(shop, (toml) => `${toml}\n${lines.join('\n')}\nends = "${ends.toISOString()}"\n`);
}
