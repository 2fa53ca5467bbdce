import type { Kysely } from 'kysely';

/** The newest releases of a project are read without looking at the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('release_by_first_seen')
    .on('release')
    .columns(['project_id', 'first_seen_at_ms'])
    .execute();
}
