import { sql, type Selectable } from 'kysely';
import { limits, type IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import { doNothing } from '../columns.ts';
import type { Db, Schema } from '../schema.ts';
import type { IssueRecount } from '../grouping/contract.ts';
import type { FirstSeen, IssueFacts } from './contract.ts';

type Row = Selectable<Schema['issue_first_seen']>;
type TrackedIssue = Pick<Selectable<Schema['issue']>, 'projectId' | 'untracked'>;

/** Publishes in which environments and releases the events of a batch are the first of their issue. */
export async function applyFirstSeen(
  db: Db,
  engine: StateEngine,
  publish: Publish,
  facts: IssueFacts[],
  issues: ReadonlyMap<IssueId, TrackedIssue>,
  atMs: number,
): Promise<void> {
  const seen = facts.flatMap(({ issueId, environments, sightings }) => {
    const releases = sightings.map(({ release }) => release);
    return [...rowsOf(issueId, 'environment', environments, atMs), ...rowsOf(issueId, 'release', releases, atMs)];
  });
  const added = await engine.runMany(db, seen, (row) =>
    db.insertInto('issue_first_seen').values(row).onConflict(doNothing).returning('value'),
  );
  const fresh = seen.filter((_, index) => added[index]!.length > 0);
  if (fresh.length === 0) return;
  await trim(db, engine, fresh);
  const untracked = fresh.filter(({ issueId }) => issues.get(issueId)!.untracked === 1);
  const unsure = new Set(untracked);
  for (const row of await newToProject(db, engine, untracked, issues)) unsure.delete(row);
  const published = fresh.filter((row) => !unsure.has(row));
  for (const [issueId, ofIssue] of Map.groupBy(published, ({ issueId }) => issueId)) {
    const { environment = [], release = [] } = Object.groupBy(ofIssue, ({ kind }) => kind);
    publish([
      {
        kind: 'issue-first-seen-in',
        projectIds: [issues.get(issueId)!.projectId],
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
  db: Db,
  engine: StateEngine,
  rows: Row[],
  issues: ReadonlyMap<IssueId, TrackedIssue>,
): Promise<Row[]> {
  const { environment = [], release = [] } = Object.groupBy(rows, ({ kind }) => kind);
  const valueOf = ({ issueId, value }: Row) => ({ projectId: issues.get(issueId)!.projectId, value });
  const environments = await engine.runMany(db, environment.map(valueOf), (row) =>
    db
      .selectFrom('environment')
      .select('name')
      .where('projectId', '=', row.projectId)
      .where('name', '=', row.value)
      .where('untracked', '=', sql.lit(0)),
  );
  const releases = await engine.runMany(db, release.map(valueOf), (row) =>
    db
      .selectFrom('release')
      .select('version')
      .where('projectId', '=', row.projectId)
      .where('version', '=', row.value)
      .where('untracked', '=', sql.lit(0)),
  );
  return [
    ...environment.filter((_, index) => environments[index]!.length > 0),
    ...release.filter((_, index) => releases[index]!.length > 0),
  ];
}

/**
 * Replaces the first-seen rows of these issues with those of all their events. An issue without events keeps its rows:
 * it is not new if another event arrives.
 */
export async function replaceFirstSeen(db: Db, engine: StateEngine, recounts: IssueRecount[]): Promise<void> {
  const counts = recounts.filter(({ events }) => events > 0);
  if (counts.length === 0) return;
  const issueIds = counts.map(({ issueId }) => issueId);
  const ids = engine.list(issueIds, 'bigint');
  await db.deleteFrom('issue_first_seen').where('issueId', 'in', ids).execute();
  const rows = counts.flatMap(({ issueId, firstSeen }) =>
    firstSeen.flatMap(({ kind, value, atMs }) => rowsOf(issueId, kind, [value], atMs)),
  );
  await engine.runMany(db, rows, (row) => db.insertInto('issue_first_seen').values(row).onConflict(doNothing));
  await db.updateTable('issue').set({ untracked: 0 }).where('id', 'in', ids).execute();
}

function rowsOf(issueId: IssueId, kind: FirstSeen['kind'], values: string[], atMs: number): Row[] {
  return values.filter((value) => value !== '').map((value) => ({ issueId, kind, value: storableText(value), atMs }));
}

/** A deleted issue counts as new when an event names it again. */
async function trim(db: Db, engine: StateEngine, added: Row[]): Promise<void> {
  const grown = new Map(added.map(({ issueId, kind }) => [`${issueId} ${kind}`, { issueId, kind }]));
  const rows = [...grown.values()].map((row) => ({ ...row, kept_of: row.issueId, kept_kind: row.kind }));
  await engine.runMany(db, rows, (row) =>
    db
      .deleteFrom('issue_first_seen')
      .where('issueId', '=', row.issueId)
      .where('kind', '=', row.kind)
      .where('value', 'not in', (kept) =>
        kept
          .selectFrom('issue_first_seen')
          .select('value')
          .where('issueId', '=', row.kept_of)
          .where('kind', '=', row.kept_kind)
          .orderBy('atMs', 'desc')
          .orderBy('value', 'desc')
          .limit(sql.lit(limits.FIRST_SEEN_COUNT_MAX)),
      ),
  );
}
