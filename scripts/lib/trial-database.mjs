// A fresh PostgreSQL database for one trial shop, when ONEFARE_TEST_DATABASE asks for it.
import { randomUUID } from 'node:crypto';
import { Refusal } from './refusal.mjs';

/** Which database trial shops use: `sqlite`, unless the environment chooses `postgres`. */
export function chosenDatabase() {
  const chosen = process.env.ONEFARE_TEST_DATABASE || 'sqlite';
  if (['sqlite', 'postgres'].includes(chosen)) return chosen;
  throw new Refusal(`ONEFARE_TEST_DATABASE=${chosen} is no database of ours: say sqlite or postgres.`);
}

/** The rows that one statement returns. */
export async function ask(url, sql) {
  // Imported only here: these scripts start before the packages are installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database on the server of ONEFARE_TEST_POSTGRES, and returns its address and how to drop it. */
export async function trialDatabase() {
  const server = process.env.ONEFARE_TEST_POSTGRES;
  if (!server)
    throw new Refusal(
      'ONEFARE_TEST_DATABASE=postgres needs ONEFARE_TEST_POSTGRES, the address of a server on which databases may be made.',
    );
  const name = `onefare_trial_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => ask(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}
