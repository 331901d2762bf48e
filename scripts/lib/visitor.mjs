// A browser at the sign-in of an attacked shop: asks for a code, types codes, and makes calls as the signed-in
// customer.
import { until } from './hostile-buyer.mjs';

const cookiesOf = (answer) => answer.headers.getSetCookie().map((one) => one.split(';')[0]);

/** A visitor with a cookie jar. */
export class Visitor {
  #jar = new Map();

  constructor(shop) {
    this.shop = shop;
  }

  /** Sends a request with the visitor's cookies, and stores those of the answer. */
  async call(method, path, value) {
    const cookie = [...this.#jar].map(([name, text]) => `${name}=${text}`).join('; ');
    const headers = { 'content-type': 'application/json', origin: this.shop.url, ...(cookie ? { cookie } : {}) };
    const body = value === undefined ? undefined : JSON.stringify(value);
    const answer = await fetch(`${this.shop.url}${path}`, { method, headers, body });
    const text = await answer.text();
    for (const one of cookiesOf(answer)) this.#jar.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    return { status: answer.status, headers: answer.headers, text };
  }

  /** Asks for a letter with a code. */
  ask(email) {
    return this.call('POST', '/panel/verify-otp', { email });
  }

  /** Types a code; returns whether it signed in. */
  async type(email, otp) {
    const { text } = await this.call('POST', '/panel/manage-subscription', { email, otp });
    return JSON.parse(text).success === true;
  }

  /** Signs in with the code of the letter, as the customer of that address. */
  async signIn(email) {
    await this.ask(email);
    const code = await newestCode(this.shop, email);
    if (!(await this.type(email, code))) throw new Error(`${email} could not sign in`);
  }
}

/** The code in the newest letter that has one. */
export async function newestCode(shop, email) {
  let codes = [];
  const look = async () => {
    const { letters } = await (await fetch(`${shop.mailbox}.json?to=${encodeURIComponent(email)}`)).json();
    const lines = letters.flatMap(({ text }) => text.split('\n').map((line) => line.trim()));
    codes = lines.filter((line) => /^\d{4}$/.test(line));
    return codes.length > 0;
  };
  await until(look, 20_000);
  if (codes.length === 0) throw new Error(`${email} got no code`);
  return codes[0];
}

/** `count` different codes, none of them the right one if that is known. */
export function otherCodes(count, right) {
  const start = Math.floor(Math.random() * 10_000);
  const all = Array.from({ length: count + 1 }, (_, index) => String((start + index * 7) % 10_000).padStart(4, '0'));
  return all.filter((code) => code !== right).slice(0, count);
}
