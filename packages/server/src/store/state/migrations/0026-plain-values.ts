import { sql, type Kysely } from 'kysely';

const values: [table: string, column: string, from: string, to: string][] = [
  ['regroup', 'operation', 'follow-maps', 'regroup-by-source-map'],
  ['activity', 'kind', 'followed-maps', 'regrouped-to'],
  ['activity', 'kind', 'came-by-maps', 'regrouped-from'],
  ['outbox', 'kind', 'issue-regrouped', 'issue-regrouped-to'],
  ['outbox', 'kind', 'issue-regrouped-into', 'issue-regrouped-from'],
  ['preference', 'name', 'rail', 'sidebar'],
];

/** In the JSON of activities and their outbox rows. */
const texts: [kinds: string[], from: string, to: string][] = [
  [['escalating', 'issue-escalating'], '"usual":', '"threshold":'],
  [['undone', 'issue-change-undone'], '"what":', '"action":'],
  [['undone', 'issue-change-undone'], '"follow-maps"', '"regroup-by-source-map"'],
  [['assigned', 'unassigned', 'issue-assigned', 'issue-unassigned'], '"kind":"person"', '"kind":"user"'],
];

const documents: [name: string, from: string, to: string][] = [
  ['filters', '"keepPercent":', '"samplePercent":'],
  ['limits', '"letThroughUntilMs":', '"spikeProtectionPausedUntilMs":'],
  ['privacy', '"what":', '"type":'],
  ['privacy', '"where":', '"source":'],
  ['privacy', '"how":', '"method":'],
];

/** Renames a column, values, and names in JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('undo').renameColumn('what', 'action').execute();
  await sql`update undo set changes = replace(changes, '"kind":"person"', '"kind":"user"')`.execute(db);
  for (const [table, column, from, to] of values) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(db);
  }
  for (const table of ['activity', 'outbox']) {
    for (const [kinds, from, to] of texts) {
      await sql`update ${sql.table(table)} set data = replace(data, ${from}, ${to}) where kind in (${sql.join(kinds)})`.execute(
        db,
      );
    }
  }
  for (const [name, from, to] of documents) {
    await sql`update configuration set document = replace(document, ${from}, ${to}) where name = ${name}`.execute(db);
  }
}
