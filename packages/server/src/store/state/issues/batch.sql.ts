import { sql, type Selectable } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { DatedRelease } from '#domain/releases/order.ts';
import { datedReleases } from '../releases/sql.ts';
import { doNothing } from '../columns.ts';
import type { Db, Schema } from '../schema.ts';
import type { Publish } from '../outbox/sql.ts';
import { insertActivities } from './activities.sql.ts';
import { applyFirstSeen } from './first-seen.sql.ts';
import type { ActivityFacts, IssueFacts, IssueSeed, NewActivity } from './contract.ts';
import { hourOf, rateOf, RATE_HOURS, type EventRate } from '#domain/issue-status/escalation.ts';
import { stateAfterEvents, initialState, type IssueState } from '#domain/issue-status/issue-status.ts';
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
  facts: IssueFacts[],
  atMs: number,
): Promise<void> {
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
  const releases = await releasesOf(db, engine, facts, issues);
  const activities: NewActivity[] = [];
  const changes = facts.map((fact) => {
    const issue = issues.get(fact.issueId)!;
    const change = changeOf(issue, fact, newUsers.get(fact.issueId) ?? 0);
    const say = (said: ActivityFacts, saidAtMs: number) =>
      activities.push({ issueId: fact.issueId, userId: null, atMs: saidAtMs, ...said });
    const isFirst = issue.eventCount === 0;
    if (isFirst) say({ kind: 'first-seen' }, fact.firstSeenAtMs);
    const owner = isFirst && assigneeOf(issue) === null ? fact.owner : null;
    if (owner) say({ kind: 'assigned', from: null, ...owner }, atMs);
    const before: IssueState = isFirst ? initialState(fact.firstSeenAtMs) : issue;
    const happened = {
      atMs,
      events: fact.events,
      eventCount: change.eventCount,
      userCount: change.userCount,
      userKeys: fact.userKeys,
      sightings: fact.sightings.map(({ release, atMs: seenAtMs }) => ({
        release: storableText(release),
        atMs: seenAtMs,
      })),
      rate: rates.get(fact.issueId) ?? rateOf([], 0),
    };
    const after = stateAfterEvents(before, happened, (version) => releases(issue.projectId, version));
    if (after.change) say(after.change, atMs);
    return {
      ...change,
      ...issueStateColumns(after.state),
      ...assigneeColumns(owner ? owner.to : assigneeOf(issue)),
      id: fact.issueId,
    };
  });
  await engine.runMany(db, changes, ({ id, ...change }) => db.updateTable('issue').set(change).where('id', '=', id));
  await insertActivities(db, engine, publish, activities);
  await applyFirstSeen(db, engine, publish, facts, issues, atMs);
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

/** When the releases that decide about a resolved issue were first seen. An unknown release counts as new. */
async function releasesOf(
  db: Db,
  engine: StateEngine,
  facts: IssueFacts[],
  issues: Map<IssueId, IssueRow>,
): Promise<(projectId: ProjectId, version: string) => DatedRelease> {
  const asked = facts.flatMap(({ issueId, sightings }) => {
    const { resolution, projectId } = issues.get(issueId)!;
    const { after, release } = (resolution ?? {}) as { after?: string; release?: string | null };
    const named = after ?? release;
    if (!named) return [];
    return [named, ...sightings.map((sighting) => storableText(sighting.release))].map((version) => ({
      projectId,
      version,
    }));
  });
  const known = await datedReleases(db, engine, asked);
  return (projectId, version) => ({
    version,
    firstSeenAtMs: known.get(projectId)?.get(version) ?? Infinity,
  });
}

/** The headline is from the newest event that has one, and an empty release never replaces a known one. */
function changeOf(issue: IssueRow, fact: IssueFacts, newUsers: number) {
  const isFirst = issue.eventCount === 0;
  const isEarliest = isFirst || fact.firstSeenAtMs < issue.firstSeenAtMs;
  const isNewest = isFirst || fact.lastSeenAtMs >= issue.lastSeenAtMs;
  const isNamed = isNewest && fact.digestOnly !== true;
  const headline = isNamed ? headlineOf(fact) : issue;
  return {
    eventCount: issue.eventCount + fact.events,
    userCount: issue.userCount + newUsers,
    firstSeenAtMs: isEarliest ? fact.firstSeenAtMs : issue.firstSeenAtMs,
    lastSeenAtMs: isNewest ? fact.lastSeenAtMs : issue.lastSeenAtMs,
    firstRelease:
      (isEarliest && storableText(fact.firstRelease)) || issue.firstRelease || storableText(fact.firstRelease),
    lastRelease: (isNewest && storableText(fact.lastRelease)) || issue.lastRelease || storableText(fact.lastRelease),
    level: isNamed ? fact.level : issue.level,
    handled: isNamed ? fact.handled : issue.handled,
    type: headline.type,
    value: headline.value,
    culprit: headline.culprit,
    searchText: isNamed ? searchTextOf({ ...headline, shortId: issue.shortId }) : issue.searchText,
  };
}

type IssueRow = Selectable<Schema['issue']>;

/** The hours that a rate looks at. */
export function hourRows(counts: Pick<IssueFacts, 'issueId' | 'hours'>[], now: number) {
  return counts.flatMap(({ issueId, hours }) =>
    hours
      .filter(({ hour }) => hour > now - RATE_HOURS && hour <= now)
      .map(({ hour, events }) => ({ issueId, hour, events })),
  );
}
