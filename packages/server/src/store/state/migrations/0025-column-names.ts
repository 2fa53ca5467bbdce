import { sql, type Kysely } from 'kysely';

/** Renames columns, and a key in the JSON of undos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('issue_texts').renameColumn('telling_chars', 'informative_chars').execute();
  await db.schema.alterTable('digest_error').renameColumn('waits', 'pending').execute();
  await sql`update undo set changes = replace(changes, '"life":', '"state":')`.execute(db);
}
