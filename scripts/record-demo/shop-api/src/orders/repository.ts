import { DatabaseSync } from 'node:sqlite';

export interface OrderRow {
  id: number;
  sku: string;
  cents: number;
}

const database = new DatabaseSync(':memory:');
database.exec(
  'create table orders (id integer primary key, sku text not null, cents integer not null check (cents > 0))',
);

export function insertOrder(row: OrderRow): void {
  const insert = database.prepare('insert into orders (id, sku, cents) values (?, ?, ?)');
  insert.run(row.id, row.sku, row.cents);
}
