import { sql } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import { datedReleases } from '../releases/sql.ts';
import { doNothing } from '../columns.ts';
import type { Db } from '../schema.ts';
import type { Publish } from '../outbox/sql.ts';
import { insertActivities } from './activities.sql.ts';
import { applyFirstSeen } from './first-seen.sql.ts';
import type { IssueFacts, IssueSeed, NewActivity } from './contract.ts';
import { hourOf, rateOf, RATE_HOURS, type EventRate } from '#domain/issue-status/escalation.ts';
import { applyFacts } from '#domain/issue-status/apply-facts.ts';
import { comparedReleases, initialState } from '#domain/issue-status/issue-status.ts';
import { dayCountsOf } from './rates.sql.ts';
import { assigneeColumns, assigneeOf, issueStateColumns } from './rows.ts';
import { headlineOf, searchTextOf } from './search-text.ts';
import { shortIdOf } from './short-id.ts';

// The pipeline's writes of issues: hundreds of rows in one short transaction.

export async function ensureIssues(db: Db, engine: StateEngine, seeds: IssueSeed[]): Promise<Map<string, IssueId>> {
  const [first] = seeds;
  if (!first) return new Map();
  const { projectId } = first;
  if (seeds.some((seed) => seed.projectId !== projectId)) {
    throw new Error('ensureIssues() takes the seeds of one project at a time: hashes are unique only within one.');
  }
  const sought = seeds.flatMap(({ hash, earlierHash }) => (earlierHash ? [hash, earlierHash] : [hash]));
  const known = await issuesByHash(db, engine, projectId, [...new Set(sought)]);
  const missing = new Map<string, IssueSeed>();
  const found = new Map<string, IssueId>();
  const joined: IssueSeed[] = [];
  for (const seed of seeds) {
    const { hash, earlierHash } = seed;
    if (found.has(hash) || missing.has(hash)) continue;
    const issueId = known.get(hash) ?? known.get(earlierHash ?? '');
    if (issueId === undefined) missing.set(hash, seed);
    else {
      found.set(hash, issueId);
      if (!known.has(hash)) joined.push(seed);
    }
  }
  await addFingerprints(db, engine, joined, found);
  if (missing.size === 0) return found;
  return new Map([...found, ...(await createIssues(db, engine, [...missing.values()]))]);
}

export async function issuesByHash(
  db: Db,
  engine: StateEngine,
  projectId: ProjectId,
  hashes: string[],
): Promise<Map<string, IssueId>> {
  const known = await db
    .selectFrom('issue_fingerprint')
    .select(['hash', 'issueId'])
    .where('projectId', '=', projectId)
    .where('hash', 'in', engine.list(hashes, 'text'))
    .execute();
  return new Map(known.map(({ hash, issueId }) => [hash, issueId]));
}

async function addFingerprints(
  db: Db,
  engine: StateEngine,
  seeds: IssueSeed[],
  ids: ReadonlyMap<string, IssueId>,
): Promise<void> {
  const rows = seeds.map(({ projectId, hash, groupingVersion }) => ({
    projectId,
    hash,
    groupingVersion,
    issueId: ids.get(hash)!,
  }));
  await engine.runMany(db, rows, (row) => db.insertInto('issue_fingerprint').values(row));
}

async function createIssues(db: Db, engine: StateEngine, seeds: IssueSeed[]): Promise<Map<string, IssueId>> {
  const { projectId } = seeds[0]!;
  const project = await db
    .updateTable('project')
    .set((on) => ({ issueNumber: on('issueNumber', '+', seeds.length) }))
    .where('id', '=', projectId)
    .returning(['slug', 'issueNumber as lastNumber'])
    .executeTakeFirstOrThrow();
  const firstNumber = project.lastNumber - seeds.length + 1;
  const issues = seeds.map((seed, index) => {
    const shortId = shortIdOf(project.slug, firstNumber + index);
    const headline = headlineOf(seed);
    const { organizationId, level, platform, handled, firstSeenAtMs } = seed;
    return {
      organizationId,
      projectId,
      shortId,
      level,
      handled,
      firstSeenAtMs,
      ...issueStateColumns(initialState(firstSeenAtMs)),
      ...headline,
      platform: storableText(platform),
      lastSeenAtMs: firstSeenAtMs,
      firstRelease: '',
      lastRelease: '',
      searchText: searchTextOf({ ...headline, shortId }),
    };
  });
  const created = await engine.runMany(db, issues, (row) => db.insertInto('issue').values(row).returning('id'));
  const ids = new Map(seeds.map((seed, index) => [seed.hash, created[index]![0]!.id]));
  await addFingerprints(db, engine, seeds, ids);
  return ids;
}

export async function applyIssues(
  db: Db,
  engine: StateEngine,
  publish: Publish,
  given: IssueFacts[],
  atMs: number,
): Promise<void> {
  const facts = given.map(storableFacts);
  const ids = facts.map(({ issueId }) => issueId);
  const before = await db.selectFrom('issue').selectAll().where('id', 'in', engine.list(ids, 'bigint')).execute();
  const issues = new Map(before.map((issue) => [issue.id, issue]));
  if (new Set(ids).size !== ids.length || issues.size !== ids.length) {
    throw new Error('A batch names an issue twice, or one that does not exist.');
  }
  const seenNow = facts.flatMap(({ issueId, userKeys }) =>
    userKeys.map((userKey) => ({ issueId, userKey: storableText(userKey) })),
  );
  const added = await engine.runMany(db, seenNow, (row) =>
    db.insertInto('issue_user').values(row).onConflict(doNothing).returning('issueId'),
  );
  const newUsers = new Map<IssueId, number>();
  for (const { issueId } of added.flat()) newUsers.set(issueId, (newUsers.get(issueId) ?? 0) + 1);

  const rates = await countHours(db, engine, facts, atMs);
  const compared = facts.flatMap(({ issueId, sightings }) => {
    const issue = issues.get(issueId)!;
    return comparedReleases(issue, sightings).map((version) => ({ projectId: issue.projectId, version }));
  });
  const releaseDates = await datedReleases(db, engine, compared);
  const known = await knownWithoutEvents(db, engine, before);
  const activities: NewActivity[] = [];
  const changes = facts.map((fact) => {
    const { issueId } = fact;
    const issue = issues.get(issueId)!;
    const after = applyFacts({ ...issue, assignee: assigneeOf(issue) }, fact, {
      atMs,
      newUsers: newUsers.get(issueId) ?? 0,
      rate: rates.get(issueId) ?? rateOf([], 0),
      releaseDates: releaseDates.get(issue.projectId) ?? new Map(),
      isKnown: known.has(issueId),
    });
    activities.push(...after.activities.map((activity) => ({ issueId, userId: null, ...activity })));
    return {
      ...after.seen,
      searchText: searchTextOf({ ...after.seen, shortId: issue.shortId }),
      ...issueStateColumns(after.state),
      ...assigneeColumns(after.assignee),
      id: issueId,
    };
  });
  await engine.runMany(db, changes, ({ id, ...change }) => db.updateTable('issue').set(change).where('id', '=', id));
  await insertActivities(db, engine, publish, activities);
  await applyFirstSeen(db, engine, publish, facts, issues, atMs);
}

/** Those of the issues that have no event but had some, by their activity. */
async function knownWithoutEvents(
  db: Db,
  engine: StateEngine,
  issues: { id: IssueId; eventCount: number }[],
): Promise<ReadonlySet<IssueId>> {
  const empty = issues.filter(({ eventCount }) => eventCount === 0).map(({ id }) => id);
  if (empty.length === 0) return new Set();
  const rows = await db
    .selectFrom('activity')
    .select('issueId')
    .distinct()
    .where('issueId', 'in', engine.list(empty, 'bigint'))
    .where('kind', 'in', ['first-seen', 'split-off', 'regrouped-from'])
    .execute();
  return new Set(rows.map(({ issueId }) => issueId));
}

/**
 * Adds to the hourly counts and returns the rates of issues with events in the current hour. The sums of the hours
 * before are computed once an hour, with the issue's first event in it, and stored with the hour, because they do not
 * change.
 */
async function countHours(
  db: Db,
  engine: StateEngine,
  facts: IssueFacts[],
  atMs: number,
): Promise<Map<IssueId, EventRate>> {
  const now = hourOf(atMs);
  const counted = await engine.runMany(db, hourRows(facts, now), (row) =>
    db
      .insertInto('issue_hour')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['issueId', 'hour']).doUpdateSet({ events: sql<number>`issue_hour.events + excluded.events` }),
      )
      .returningAll(),
  );
  const current = new Map(counted.flatMap(([row]) => (row?.hour === now ? [[row.issueId, row] as const] : [])));
  const begun = [...current.values()].filter(({ perHour }) => perHour === null);
  const days = await dayCountsOf(
    db,
    engine,
    begun.map(({ issueId }) => issueId),
    atMs,
  );
  const forecasts = begun.map((row) => {
    const { perHour, perDay, lastDay } = rateOf(days.get(row.issueId) ?? [], row.events);
    return { perHour, perDay, dayBefore: lastDay - row.events, id: row.issueId };
  });
  await engine.runMany(db, forecasts, ({ id, ...forecast }) =>
    db.updateTable('issue_hour').set(forecast).where('issueId', '=', id).where('hour', '=', sql.lit(now)),
  );
  const forecastOf = new Map(forecasts.map(({ id, ...forecast }) => [id, forecast]));
  return new Map(
    [...current].map(([id, row]) => {
      const { perHour, perDay, dayBefore } = forecastOf.get(id) ?? row;
      return [id, { lastHour: row.events, lastDay: dayBefore! + row.events, perHour: perHour!, perDay: perDay! }];
    }),
  );
}

function storableFacts({ sightings, ...facts }: IssueFacts): IssueFacts {
  return {
    ...facts,
    ...headlineOf(facts),
    firstRelease: storableText(facts.firstRelease),
    lastRelease: storableText(facts.lastRelease),
    sightings: sightings.map(({ release, atMs }) => ({ release: storableText(release), atMs })),
  };
}

/** The hours that a rate looks at. */
export function hourRows(counts: Pick<IssueFacts, 'issueId' | 'hours'>[], now: number) {
  return counts.flatMap(({ issueId, hours }) =>
    hours
      .filter(({ hour }) => hour > now - RATE_HOURS && hour <= now)
      .map(({ hour, events }) => ({ issueId, hour, events })),
  );
}
