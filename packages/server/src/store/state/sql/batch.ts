import { sql, type Kysely } from 'kysely';
import type { IssueId } from '@seismo/protocol';
import type { IssueSeed, StateBatch, StateTx } from '../contract.ts';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { keepable, searchTextOf } from '../search-text.ts';
import { shortIdOf } from '../short-id.ts';

/** Rows in one statement: beyond this an engine runs out of parameters (SQLite: 32,766). */
const ROWS_MAX = 500;

/** What the pipeline writes: few statements with many rows, for an issue's cost is the round trip, not the row. */
export function batchWrites(db: Kysely<Schema>, engine: StateEngine): Pick<StateTx, 'ensureIssues' | 'applyBatch'> {
  return {
    async ensureIssues(seeds) {
      const [first] = seeds;
      if (!first) return new Map();
      const { projectId } = first;
      if (seeds.some((seed) => seed.projectId !== projectId)) {
        throw new Error('ensureIssues() takes the seeds of one project at a time: hashes are unique only within one.');
      }
      const known = await db
        .selectFrom('issue_fingerprint')
        .select(['hash', 'issue_id as issueId'])
        .where('project_id', '=', projectId)
        .where('hash', 'in', engine.list([...new Set(seeds.map((seed) => seed.hash))], 'text') as never)
        .execute();
      const found = new Map(known.map(({ hash, issueId }) => [hash, issueId]));
      const missing = new Map<string, IssueSeed>();
      for (const seed of seeds) if (!found.has(seed.hash) && !missing.has(seed.hash)) missing.set(seed.hash, seed);
      for (const some of inChunks([...missing.values()])) {
        for (const [hash, id] of await createIssues(db, some)) found.set(hash, id);
      }
      return found;
    },

    async applyBatch(batch) {
      const { applied } = await db.selectFrom('applied').select('sequence as applied').executeTakeFirstOrThrow();
      if (batch.sequence <= applied) {
        throw new Error(`Batch ${batch.sequence} comes after ${applied} was applied: it would count twice.`);
      }
      for (const issues of inChunks(batch.issues)) await applyIssues(db, engine, issues, batch.atMs);
      await applySurroundings(db, batch);
      await db.updateTable('applied').set({ sequence: batch.sequence }).execute();
    },
  };
}

async function createIssues(db: Kysely<Schema>, seeds: IssueSeed[]): Promise<Map<string, IssueId>> {
  const { projectId } = seeds[0]!;
  const project = await db
    .updateTable('project')
    .set((on) => ({ issue_number: on('issue_number', '+', seeds.length) }))
    .where('id', '=', projectId)
    .returning(['slug', 'issue_number as lastNumber'])
    .executeTakeFirstOrThrow();
  const firstNumber = project.lastNumber - seeds.length + 1;
  const hashes = new Map(seeds.map((seed, index) => [shortIdOf(project.slug, firstNumber + index), seed.hash]));

  const created = await db
    .insertInto('issue')
    .values(
      seeds.map((seed, index) => {
        const headline = headlineOf(seed);
        const shortId = shortIdOf(project.slug, firstNumber + index);
        return {
          organization_id: seed.organizationId,
          project_id: seed.projectId,
          short_id: shortId,
          status: 'unresolved' as const,
          level: seed.level,
          ...headline,
          platform: keepable(seed.platform),
          handled: flag(seed.handled),
          first_seen_at_ms: seed.firstSeenAtMs,
          last_seen_at_ms: seed.firstSeenAtMs,
          first_release: '',
          last_release: '',
          regressed_at_ms: null,
          search_text: searchTextOf({ ...headline, shortId }),
        };
      }),
    )
    .returning(['id', 'short_id as shortId'])
    .execute();
  const ids = new Map(created.map(({ id, shortId }) => [hashes.get(shortId)!, id]));
  await db
    .insertInto('issue_fingerprint')
    .values(
      seeds.map((seed) => ({
        project_id: projectId,
        hash: seed.hash,
        grouping_version: seed.groupingVersion,
        issue_id: ids.get(seed.hash)!,
      })),
    )
    .execute();
  return ids;
}

async function applyIssues(
  db: Kysely<Schema>,
  engine: StateEngine,
  facts: StateBatch['issues'],
  atMs: number,
): Promise<void> {
  const before = await db
    .selectFrom('issue')
    .select(['id', 'short_id as shortId', 'status', 'event_count as eventCount'])
    .where(
      'id',
      'in',
      engine.list(
        facts.map(({ issueId }) => issueId),
        'bigint',
      ) as never,
    )
    .execute();
  if (before.length !== facts.length) throw new Error('A batch names an issue twice, or one that does not exist.');
  const issues = new Map(before.map((issue) => [issue.id, issue]));

  const newUsers = new Map<IssueId, number>();
  const users = facts.flatMap(({ issueId, userKeys }) =>
    userKeys.map((userKey) => ({ issue_id: issueId, user_key: keepable(userKey) })),
  );
  for (const some of inChunks(users)) {
    const added = await db
      .insertInto('issue_user')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returning('issue_id as issueId')
      .execute();
    for (const { issueId } of added) newUsers.set(issueId, (newUsers.get(issueId) ?? 0) + 1);
  }

  const rows = facts.map((fact) => {
    const headline = headlineOf(fact);
    const searchText = searchTextOf({ ...headline, shortId: issues.get(fact.issueId)!.shortId });
    return sql`(${sql.join([
      sql`cast(${fact.issueId} as bigint)`,
      sql`cast(${fact.events} as bigint)`,
      sql`cast(${newUsers.get(fact.issueId) ?? 0} as bigint)`,
      sql`cast(${fact.firstSeenAtMs} as bigint)`,
      sql`cast(${fact.lastSeenAtMs} as bigint)`,
      keepable(fact.firstRelease),
      keepable(fact.lastRelease),
      fact.level,
      headline.type,
      headline.value,
      headline.culprit,
      sql`cast(${flag(fact.handled)} as integer)`,
      searchText,
    ])})`;
  });
  // The headline is that of the newest event, and a release that is not known never hides one that is.
  await sql`
    with fact (id, events, users, first_seen, last_seen, first_release, last_release,
               level, type, value, culprit, handled, search_text)
      as (values ${sql.join(rows)})
    update issue set
      event_count = event_count + events,
      user_count = user_count + users,
      first_seen_at_ms = case when event_count = 0 or first_seen < first_seen_at_ms then first_seen else first_seen_at_ms end,
      last_seen_at_ms = case when event_count = 0 or last_seen > last_seen_at_ms then last_seen else last_seen_at_ms end,
      first_release = case when issue.first_release = '' or (fact.first_release <> '' and first_seen < first_seen_at_ms)
        then fact.first_release else issue.first_release end,
      last_release = case when issue.last_release = '' or (fact.last_release <> '' and last_seen >= last_seen_at_ms)
        then fact.last_release else issue.last_release end,
      level = case when ${isNewest} then fact.level else issue.level end,
      type = case when ${isNewest} then fact.type else issue.type end,
      value = case when ${isNewest} then fact.value else issue.value end,
      culprit = case when ${isNewest} then fact.culprit else issue.culprit end,
      handled = case when ${isNewest} then fact.handled else issue.handled end,
      search_text = case when ${isNewest} then fact.search_text else issue.search_text end,
      regressed_at_ms = case when status = 'resolved' then cast(${atMs} as bigint) else regressed_at_ms end,
      status = case when status = 'resolved' then 'unresolved' else status end
    from fact where issue.id = fact.id`.execute(db);

  const activities = facts.flatMap((fact) => {
    const { status, eventCount } = issues.get(fact.issueId)!;
    const entry = { issue_id: fact.issueId, person_id: null };
    return [
      ...(eventCount === 0 ? [{ ...entry, kind: 'first-seen' as const, at_ms: fact.firstSeenAtMs }] : []),
      ...(status === 'resolved' ? [{ ...entry, kind: 'regressed' as const, at_ms: atMs }] : []),
    ];
  });
  if (activities.length > 0) await db.insertInto('activity').values(activities).execute();
}

const isNewest = sql`event_count = 0 or last_seen >= last_seen_at_ms`;

async function applySurroundings(db: Kysely<Schema>, batch: StateBatch): Promise<void> {
  for (const releases of inChunks(batch.releases)) {
    await db
      .insertInto('release')
      .values(
        releases.map((release) => ({
          project_id: release.projectId,
          version: keepable(release.version),
          organization_id: release.organizationId,
          first_seen_at_ms: release.firstSeenAtMs,
          last_seen_at_ms: release.lastSeenAtMs,
          event_count: release.events,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'version']).doUpdateSet({
          first_seen_at_ms: smaller('first_seen_at_ms'),
          last_seen_at_ms: greater('last_seen_at_ms'),
          event_count: sql`release.event_count + excluded.event_count`,
        }),
      )
      .execute();
  }
  for (const environments of inChunks(batch.environments.filter(({ name }) => name !== ''))) {
    await db
      .insertInto('environment')
      .values(environments.map(({ projectId, name }) => ({ project_id: projectId, name: keepable(name) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { projectId, atMs } of batch.firstEvents) {
    await db
      .updateTable('project')
      .set({ first_event_at_ms: atMs })
      .where('id', '=', projectId)
      .where('first_event_at_ms', 'is', null)
      .execute();
  }
}

const smaller = (column: string) => chosen(column, sql`<`);
const greater = (column: string) => chosen(column, sql`>`);
function chosen(column: string, comparison: ReturnType<typeof sql>) {
  const [old, offered] = [sql.ref(`release.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${offered} ${comparison} ${old} then ${offered} else ${old} end`;
}

function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: keepable(type), value: keepable(value), culprit: keepable(culprit) };
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

function inChunks<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_MAX) }, (_, index) =>
    rows.slice(index * ROWS_MAX, (index + 1) * ROWS_MAX),
  );
}
