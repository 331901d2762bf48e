// Counts the database statements of one checkout, one settlement and one status call, in the log of a shop that logs
// every statement. tests/http/payment/statements.rs keeps the ceilings.
import { openShop } from '../lib/trial-shop.mjs';
import { checkoutOf, post } from './purchases.mjs';

const LOG = 'info,sqlx::query=debug,onefare_server::store=debug,onefare_server::jobs=debug';
const PATIENCE = 20_000;

/** The lines of the log that were written inside a span with this field. */
const linesOf = (shop, field) =>
  shop
    .printed()
    .split('\n')
    .filter((line) => line.includes(field));

async function until(shop, field) {
  const since = performance.now();
  while (linesOf(shop, field).length === 0) {
    if (performance.now() - since > PATIENCE) throw new Error(`nothing was logged of ${field}:\n${shop.printed()}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Counts the statements, reads and transactions of the flow whose span has this field. */
function asked(shop, field) {
  const lines = linesOf(shop, field);
  const count = (pattern) => lines.filter((line) => pattern.test(line)).length;
  return {
    // Statements that open a connection belong to no flow: any flow that happens to need a new one sends them.
    statements: count(/ summary=(?!"?(?:PRAGMA busy_timeout|SET application_name))/),
    readings: count(/: a connection to read( |$)/),
    transactions: count(/: a transaction( |$)/),
  };
}

/**
 * Sells one plan on a database and counts. On PostgreSQL the beginning and the end of a transaction are statements, on SQLite
 * they are not.
 * @returns {Promise<Record<string, { statements: number, readings: number, transactions: number }>>}
 */
export async function statements(binary, kind) {
  const database = await kind.create('statements');
  try {
    const { shop, close } = await openShop({ binary, env: { DATABASE_URL: database.url, ONEFARE_LOG: LOG } });
    try {
      const { session, cookie } = await checkoutOf(shop, 'counted@example.com');
      await post(`${shop.sandbox}/control/sessions/${session}/pay`, {});
      await until(shop, 'kind="send_letter"');
      await post(`${shop.url}/api/subscription/verify`, { session_id: session }, { cookie });
      return {
        checkout: asked(shop, 'path="/api/subscription/get_checkout_link"'),
        settlement: asked(shop, 'kind="settle_payment"'),
        'status call': asked(shop, 'path="/api/subscription/verify"'),
      };
    } finally {
      await close();
    }
  } finally {
    await database.drop();
  }
}
