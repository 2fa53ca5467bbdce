import { sql, type Kysely } from 'kysely';

/** Each project has a position in the journal. Lane 0: what was applied before, of every project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lane')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into lane (id, sequence) select 0, sequence from applied where sequence > 0`.execute(db);
}
