// Concurrent guesses. The server logs a line for each code it compared; the driver counts those lines, so that the
// budget is measured from outside the code that enforces it.
import { begin, delivered, pay, until } from '../../lib/hostile-buyer.mjs';
import { openShop } from '../../lib/trial-shop.mjs';
import { newestCode, otherCodes, Visitor } from '../../lib/visitor.mjs';

export const shows = 'guesses that arrive together are each counted before they are compared';
export const databases = ['sqlite', 'postgres'];

/** The number of bursts, and of guesses in each. */
const bursts = Number(process.env.ONEFARE_BURSTS ?? 1_000);
const guesses = 100;

/** The budgets of `core/src/otp/lockout.rs`: tries of one code, wrong codes of one account. */
const perCode = 3;
const perAccount = 10;

const browsers = 10;

const owners = 10;

/** Accounts that ask to be moved to one address and guess at its codes together. */
const thieves = 4;

const lines = ['sign-in code refused', 'a code for another address is refused'];

const compared = (shop) => lines.reduce((sum, line) => sum + shop.printed().split(line).length - 1, 0);

/** How many codes the shop compared during a burst, read once the number no longer grows. */
async function comparedBy(shop, burst) {
  const before = compared(shop);
  await burst();
  let seen = -1;
  await until(() => {
    const stable = compared(shop) === seen;
    seen = compared(shop);
    return stable;
  }, 5_000);
  return seen - before;
}

/** All guesses at one code, from the browser that requested it. */
async function atOneCode(shop, email) {
  const visitor = new Visitor(shop);
  await visitor.ask(email);
  return comparedBy(shop, () => Promise.all(otherCodes(guesses).map((code) => visitor.type(email, code))));
}

/** The same number of guesses at one account, over the codes of ten browsers. */
async function atOneAccount(shop, email) {
  const visitors = Array.from({ length: browsers }, () => new Visitor(shop));
  for (const visitor of visitors) await visitor.ask(email);
  const each = guesses / browsers;
  return comparedBy(shop, () =>
    Promise.all(visitors.flatMap((visitor) => otherCodes(each).map((code) => visitor.type(email, code)))),
  );
}

/** A buyer who has paid and so has an account. */
async function becomeCustomer(shop, email) {
  await pay(shop, await begin(shop, email));
  if ((await delivered(shop, email, 30_000)) > 30_000) throw new Error(`${email} did not become a customer`);
}

/** As many guesses at one address, from accounts that ask to be moved there. */
async function byMoving(shop, turn) {
  const email = `victim${turn}@example.com`;
  const visitors = [];
  for (let number = 0; number < thieves; number += 1) {
    const own = `thief${turn}.${number}@example.com`;
    await becomeCustomer(shop, own);
    const visitor = new Visitor(shop);
    await visitor.signIn(own);
    const { status, text } = await visitor.call('POST', '/api/account/email', { email });
    if (status !== 200) throw new Error(`${own} could not ask: ${text}`);
    visitors.push(visitor);
  }
  const each = guesses / thieves;
  const guess = (visitor, code) =>
    visitor.call('POST', '/api/account/email/confirm', { old_code: code, new_code: code });
  return comparedBy(shop, () =>
    Promise.all(visitors.flatMap((visitor) => otherCodes(each).map((code) => guess(visitor, code)))),
  );
}

/** The right code a hundred times at once: returns how often it signed in. */
async function rightCode(shop, email) {
  const visitor = new Visitor(shop);
  await visitor.ask(email);
  const code = await newestCode(shop, email);
  const answers = await Promise.all(Array.from({ length: guesses }, () => visitor.type(email, code)));
  return answers.filter(Boolean).length;
}

async function repeat(count, one) {
  const found = [];
  for (let turn = 0; turn < count; turn += 1) found.push(await one(turn));
  return { fewest: Math.min(...found), most: Math.max(...found), all: found.reduce((sum, each) => sum + each, 0) };
}

export async function attack(report) {
  const env = { ONEFARE_LOG: 'error,onefare_server::flows::account=info', ONEFARE_DEMO_PLACES: 'few' };
  const { shop, close } = await openShop({ env });
  try {
    const accounts = Math.ceil(bursts / 10);
    const codes = await repeat(bursts - accounts, (turn) => atOneCode(shop, `code${turn}@example.com`));
    report(
      `${bursts - accounts} bursts at one code each`,
      `${codes.fewest} to ${codes.most} compared, limit ${perCode}`,
    );
    const budgets = await repeat(accounts, (turn) => atOneAccount(shop, `account${turn}@example.com`));
    const range = `${budgets.fewest} to ${budgets.most} compared, limit ${perAccount}`;
    report(`${accounts} bursts at one account each, from ${browsers} browsers`, range);
    const addresses = Math.ceil(bursts / 100);
    const moves = await repeat(addresses, (turn) => byMoving(shop, turn));
    report(
      `${addresses} bursts at one address each, by the change of ${thieves} accounts`,
      `${moves.fewest} to ${moves.most} compared, limit ${perAccount}`,
    );
    for (let number = 0; number < owners; number += 1) await becomeCustomer(shop, `owner${number}@example.com`);
    const right = await repeat(owners, (turn) => rightCode(shop, `owner${turn}@example.com`));
    report(
      `the right code, ${guesses} times at once, ${owners} times`,
      `${right.fewest} to ${right.most} sign-ins, limit 1`,
    );
    const counted = [codes, budgets, moves].every(({ fewest }) => fewest > 0) && right.fewest === 1;
    const most = Math.max(budgets.most, moves.most);
    return counted && codes.most <= perCode && most <= perAccount && right.most === 1;
  } finally {
    await close();
  }
}
