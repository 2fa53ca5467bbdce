import { sql, type Kysely, type Selectable } from 'kysely';
import { limits, type IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Schema } from '../schema.ts';
import type { IssueRecount } from '../grouping/contract.ts';
import type { FirstSeen, IssueFacts } from './contract.ts';

type Row = Selectable<Schema['issue_first_seen']>;
type TrackedIssue = Pick<Selectable<Schema['issue']>, 'project_id' | 'untracked'>;

/** Publishes in which environments and releases the events of a batch are the first of their issue. */
export async function applyFirstSeen(
  db: Kysely<Schema>,
  engine: StateEngine,
  publish: Publish,
  facts: IssueFacts[],
  issues: ReadonlyMap<IssueId, TrackedIssue>,
  atMs: number,
): Promise<void> {
  const seen = facts.flatMap(({ issueId, environments, sightings }) => [
    ...rowsOf(issueId, 'environment', environments, atMs),
    ...rowsOf(
      issueId,
      'release',
      sightings.map(({ release }) => release),
      atMs,
    ),
  ]);
  const added = await engine.runMany(db, seen, (row) =>
    db
      .insertInto('issue_first_seen')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('value'),
  );
  const fresh = seen.filter((_, index) => added[index]!.length > 0);
  if (fresh.length === 0) return;
  await trim(db, engine, fresh);
  const untracked = fresh.filter(({ issue_id }) => issues.get(issue_id)!.untracked === 1);
  const unsure = new Set(untracked);
  for (const row of await newToProject(db, engine, untracked, issues)) unsure.delete(row);
  const published = fresh.filter((row) => !unsure.has(row));
  for (const [issueId, ofIssue] of Map.groupBy(published, ({ issue_id }) => issue_id)) {
    const { environment = [], release = [] } = Object.groupBy(ofIssue, ({ kind }) => kind);
    publish([
      {
        kind: 'issue-first-seen-in',
        projectIds: [issues.get(issueId)!.project_id],
        issueId,
        environments: environment.map(({ value }) => value),
        releases: release.map(({ value }) => value),
      },
    ]);
  }
}

/**
 * Rows whose value no event of the project had before tracking began: an older issue cannot have been seen there
 * either.
 */
async function newToProject(
  db: Kysely<Schema>,
  engine: StateEngine,
  rows: Row[],
  issues: ReadonlyMap<IssueId, TrackedIssue>,
): Promise<Row[]> {
  const { environment = [], release = [] } = Object.groupBy(rows, ({ kind }) => kind);
  const valueOf = ({ issue_id, value }: Row) => ({ project_id: issues.get(issue_id)!.project_id, value });
  const environments = await engine.runMany(db, environment.map(valueOf), (row) =>
    db
      .selectFrom('environment')
      .select('name')
      .where('project_id', '=', row.project_id)
      .where('name', '=', row.value)
      .where('untracked', '=', sql.lit(0)),
  );
  const releases = await engine.runMany(db, release.map(valueOf), (row) =>
    db
      .selectFrom('release')
      .select('version')
      .where('project_id', '=', row.project_id)
      .where('version', '=', row.value)
      .where('untracked', '=', sql.lit(0)),
  );
  return [
    ...environment.filter((_, index) => environments[index]!.length > 0),
    ...release.filter((_, index) => releases[index]!.length > 0),
  ];
}

/** Replaces the first-seen rows of these issues with those of all their events. */
export async function replaceFirstSeen(db: Kysely<Schema>, engine: StateEngine, counts: IssueRecount[]): Promise<void> {
  const ids = engine.list(
    counts.map(({ issueId }) => issueId),
    'bigint',
  ) as never;
  await db.deleteFrom('issue_first_seen').where('issue_id', 'in', ids).execute();
  const rows = counts.flatMap(({ issueId, firstSeen }) =>
    firstSeen.flatMap(({ kind, value, atMs }) => rowsOf(issueId, kind, [value], atMs)),
  );
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('issue_first_seen')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
  await db.updateTable('issue').set({ untracked: 0 }).where('id', 'in', ids).execute();
}

function rowsOf(issueId: IssueId, kind: FirstSeen['kind'], values: string[], atMs: number): Row[] {
  return values
    .filter((value) => value !== '')
    .map((value) => ({ issue_id: issueId, kind, value: storableText(value), at_ms: atMs }));
}

/** A deleted issue counts as new when an event names it again. */
async function trim(db: Kysely<Schema>, engine: StateEngine, added: Row[]): Promise<void> {
  const grown = new Map(added.map(({ issue_id, kind }) => [`${issue_id} ${kind}`, { issue_id, kind }]));
  const rows = [...grown.values()].map((row) => ({ ...row, kept_of: row.issue_id, kept_kind: row.kind }));
  await engine.runMany(db, rows, (row) =>
    db
      .deleteFrom('issue_first_seen')
      .where('issue_id', '=', row.issue_id)
      .where('kind', '=', row.kind)
      .where('value', 'not in', (kept) =>
        kept
          .selectFrom('issue_first_seen')
          .select('value')
          .where('issue_id', '=', row.kept_of)
          .where('kind', '=', row.kept_kind)
          .orderBy('at_ms', 'desc')
          .orderBy('value', 'desc')
          .limit(sql.lit(limits.FIRST_SEEN_COUNT_MAX)),
      ),
  );
}
