import type { Kysely } from 'kysely';

/** The server that may write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lease')
    .addColumn('only', 'integer', (column) => column.primaryKey())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .execute();
  const untyped = db as Kysely<{ lease: { only: number; epoch: number; holder: string } }>;
  await untyped.insertInto('lease').values({ only: 1, epoch: 0, holder: '' }).execute();
}
