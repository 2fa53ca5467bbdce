import { sql, type Kysely } from 'kysely';

interface Then {
  issue: { id: number; resolution: string | null; resolved_release: string; resolved_after: string };
  activity: { id: number; kind: string; data: string; release: string | null };
}

/** Which release an issue came back in, and in or after which it is resolved, as columns; environments that are hidden. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as unknown as Kysely<Then>;
  await db.schema.alterTable('activity').addColumn('release', 'text').execute();
  const text = (name: string) =>
    db.schema
      .alterTable('issue')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  await text('resolved_release');
  await text('resolved_after');
  await db.schema
    .alterTable('environment')
    .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  const returns = db.selectFrom('activity').select(['id', 'data']).where('kind', '=', 'regressed');
  for (const { id, data } of await returns.execute()) {
    const { release = '' } = JSON.parse(data) as { release?: string };
    if (release !== '') await db.updateTable('activity').set({ release }).where('id', '=', id).execute();
  }
  const resolved = db.selectFrom('issue').select(['id', 'resolution']).where('resolution', 'is not', null);
  for (const { id, resolution } of await resolved.execute()) {
    const { release, after } = JSON.parse(resolution!) as { release?: string | null; after?: string };
    if (!release && !after) continue;
    const columns = { resolved_release: release ?? '', resolved_after: after ?? '' };
    await db.updateTable('issue').set(columns).where('id', '=', id).execute();
  }

  await db.schema
    .createIndex('activity_by_release')
    .on('activity')
    .column('release')
    .where(sql<boolean>`release is not null`)
    .execute();
  for (const column of ['resolved_release', 'resolved_after'] as const) {
    await db.schema
      .createIndex(`issue_by_${column}`)
      .on('issue')
      .columns(['project_id', column] as never)
      .where(sql<boolean>`${sql.ref(column)} <> ''`)
      .execute();
  }
}
