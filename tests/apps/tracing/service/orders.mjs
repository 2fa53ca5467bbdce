import { createServer } from 'node:http';
import * as Sentry from '@sentry/node';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.E2E_POSTGRES });

/** Asks the service that takes payments, then the database, which has no such table. */
async function readOrder(id) {
  await fetch(`${process.env.E2E_CHECKOUT}/api/checkout`, { method: 'POST' });
  const { rows } = await pool.query('SELECT state FROM orders WHERE id = $1', [id]);
  return rows[0];
}

const server = createServer(async ({ url }, response) => {
  try {
    response.end(JSON.stringify(await readOrder(url.split('/').at(-1))));
  } catch (error) {
    Sentry.captureException(error);
    response.writeHead(500).end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(`Listening on ${server.address().port}`));
