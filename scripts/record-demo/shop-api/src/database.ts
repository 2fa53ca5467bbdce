import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Sentry from '@sentry/node';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table products (sku text primary key, name text not null, cents integer not null);
  create table cart_lines (customer text not null, sku text not null, quantity integer not null);
`);
for (let n = 0; n < 14; n++) {
  database.prepare('insert into products values (?, ?, ?)').run(`A-${100 + n}`, `Article ${n}`, 1290 + n * 110);
  database.prepare('insert into cart_lines values (?, ?, ?)').run('c-1042', `A-${100 + n}`, 1 + (n % 3));
}

/** A query as far away as a database usually is. */
export function query<Row>(text: string, ...parameters: SQLInputValue[]): Promise<Row[]> {
  const attributes = { 'db.system.name': 'sqlite', 'db.query.text': text };
  return Sentry.startSpan({ name: text, op: 'db', attributes }, async () => {
    await sleep(4 + Math.random() * 9);
    return database.prepare(text).all(...parameters) as Row[];
  });
}
