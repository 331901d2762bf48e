// Signing in as a person does: with the code of the newest letter.
import { lettersTo } from './provider';
import { expect, type Shop } from './shop';

/** The code in the newest letter that has one. */
export async function mailedCode(shop: Shop, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const lines = (await lettersTo(shop, email)).flatMap(({ text }) => text.split('\n').map((line) => line.trim()));
    code = lines.find((line) => /^\d{4}$/.test(line));
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}
