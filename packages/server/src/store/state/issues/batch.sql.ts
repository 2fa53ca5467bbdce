import { sql, type Kysely, type Selectable } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { DatedRelease } from '#domain/releases/order.ts';
import { datedReleases } from '../releases/sql.ts';
import type { Schema } from '../schema.ts';
import type { Publish } from '../outbox/sql.ts';
import { insertActivities } from './activities.sql.ts';
import { applyFirstSeen } from './first-seen.sql.ts';
import type { ActivityFacts, IssueFacts, IssueSeed, NewActivity } from './contract.ts';
import { hourOf, rateOf, RATE_HOURS, type EventRate } from '#domain/issue-status/escalation.ts';
import { stateAfterEvents, initialState, type IssueState } from '#domain/issue-status/issue-status.ts';
import { dayCountsOf } from './rates.sql.ts';
import { assigneeColumns, assigneeOf, issueStateColumns, issueStateOf } from './rows.ts';
import { searchTextOf } from './search-text.ts';
import { shortIdOf } from './short-id.ts';

// The pipeline's writes of issues: hundreds of rows in one short transaction.

export async function ensureIssues(
  db: Kysely<Schema>,
  engine: StateEngine,
  seeds: IssueSeed[],
): Promise<Map<string, IssueId>> {
  const [first] = seeds;
  if (!first) return new Map();
  const { projectId } = first;
  if (seeds.some((seed) => seed.projectId !== projectId)) {
    throw new Error('ensureIssues() takes the seeds of one project at a time: hashes are unique only within one.');
  }
  const sought = seeds.flatMap(({ hash, earlierHash }) => (earlierHash ? [hash, earlierHash] : [hash]));
  const rows = await db
    .selectFrom('issue_fingerprint')
    .select(['hash', 'issue_id as issueId'])
    .where('project_id', '=', projectId)
    .where('hash', 'in', engine.list([...new Set(sought)], 'text') as never)
    .execute();
  const known = new Map(rows.map(({ hash, issueId }) => [hash, issueId]));
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

async function addFingerprints(
  db: Kysely<Schema>,
  engine: StateEngine,
  seeds: IssueSeed[],
  ids: ReadonlyMap<string, IssueId>,
): Promise<void> {
  const rows = seeds.map(({ projectId, hash, groupingVersion }) => ({
    project_id: projectId,
    hash,
    grouping_version: groupingVersion,
    issue_id: ids.get(hash)!,
  }));
  await engine.runMany(db, rows, (row) => db.insertInto('issue_fingerprint').values(row));
}

async function createIssues(
  db: Kysely<Schema>,
  engine: StateEngine,
  seeds: IssueSeed[],
): Promise<Map<string, IssueId>> {
  const { projectId } = seeds[0]!;
  const project = await db
    .updateTable('project')
    .set((on) => ({ issue_number: on('issue_number', '+', seeds.length) }))
    .where('id', '=', projectId)
    .returning(['slug', 'issue_number as lastNumber'])
    .executeTakeFirstOrThrow();
  const firstNumber = project.lastNumber - seeds.length + 1;
  const issues = seeds.map((seed, index) => {
    const shortId = shortIdOf(project.slug, firstNumber + index);
    const headline = headlineOf(seed);
    return {
      organization_id: seed.organizationId,
      project_id: seed.projectId,
      short_id: shortId,
      ...issueStateColumns(initialState(seed.firstSeenAtMs)),
      level: seed.level,
      ...headline,
      platform: storableText(seed.platform),
      handled: flag(seed.handled),
      first_seen_at_ms: seed.firstSeenAtMs,
      last_seen_at_ms: seed.firstSeenAtMs,
      first_release: '',
      last_release: '',
      search_text: searchTextOf({ ...headline, shortId }),
    };
  });
  const created = await engine.runMany(db, issues, (row) => db.insertInto('issue').values(row).returning('id'));
  const ids = new Map(seeds.map((seed, index) => [seed.hash, created[index]![0]!.id]));
  await addFingerprints(db, engine, seeds, ids);
  return ids;
}

export async function applyIssues(
  db: Kysely<Schema>,
  engine: StateEngine,
  publish: Publish,
  facts: IssueFacts[],
  atMs: number,
): Promise<void> {
  const ids = facts.map(({ issueId }) => issueId);
  const before = await db
    .selectFrom('issue')
    .selectAll()
    .where('id', 'in', engine.list(ids, 'bigint') as never)
    .execute();
  const issues = new Map(before.map((issue) => [issue.id, issue]));
  if (new Set(ids).size !== ids.length || issues.size !== ids.length) {
    throw new Error('A batch names an issue twice, or one that does not exist.');
  }
  const seenNow = facts.flatMap(({ issueId, userKeys }) =>
    userKeys.map((userKey) => ({ issue_id: issueId, user_key: storableText(userKey) })),
  );
  const added = await engine.runMany(db, seenNow, (row) =>
    db
      .insertInto('issue_user')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('issue_id as issueId'),
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
    const isFirst = issue.event_count === 0;
    if (isFirst) say({ kind: 'first-seen' }, fact.firstSeenAtMs);
    const owner = isFirst && assigneeOf(issue) === null ? fact.owner : null;
    if (owner) say({ kind: 'assigned', from: null, ...owner }, atMs);
    const before: IssueState = isFirst ? initialState(fact.firstSeenAtMs) : issueStateOf(issue);
    const happened = {
      atMs,
      events: fact.events,
      eventCount: change.event_count,
      userCount: change.user_count,
      userKeys: fact.userKeys,
      sightings: fact.sightings.map(({ release, atMs: seenAtMs }) => ({
        release: storableText(release),
        atMs: seenAtMs,
      })),
      rate: rates.get(fact.issueId) ?? rateOf([], 0),
    };
    const after = stateAfterEvents(before, happened, (version) => releases(issue.project_id, version));
    if (after.change) say(after.change, atMs);
    return {
      ...change,
      ...issueStateColumns(after.life),
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
  db: Kysely<Schema>,
  engine: StateEngine,
  facts: IssueFacts[],
  atMs: number,
): Promise<Map<IssueId, EventRate>> {
  const now = hourOf(atMs);
  const rows = facts.flatMap(({ issueId, hours }) =>
    hours
      .filter(({ hour }) => hour > now - RATE_HOURS && hour <= now)
      .map(({ hour, events }) => ({ issue_id: issueId, hour, events })),
  );
  const counted = await engine.runMany(db, rows, (row) =>
    db
      .insertInto('issue_hour')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['issue_id', 'hour'])
          .doUpdateSet({ events: sql<number>`issue_hour.events + excluded.events` }),
      )
      .returningAll(),
  );
  const current = new Map(counted.flatMap(([row]) => (row?.hour === now ? [[row.issue_id, row] as const] : [])));
  const begun = [...current.values()].filter(({ per_hour }) => per_hour === null);
  const days = await dayCountsOf(
    db,
    engine,
    begun.map(({ issue_id }) => issue_id),
    atMs,
  );
  const forecasts = begun.map((row) => {
    const { perHour, perDay, lastDay } = rateOf(days.get(row.issue_id) ?? [], row.events);
    return { per_hour: perHour, per_day: perDay, day_before: lastDay - row.events, id: row.issue_id };
  });
  await engine.runMany(db, forecasts, ({ id, ...forecast }) =>
    db.updateTable('issue_hour').set(forecast).where('issue_id', '=', id).where('hour', '=', sql.lit(now)),
  );
  const forecastOf = new Map(forecasts.map(({ id, ...forecast }) => [id, forecast]));
  return new Map(
    [...current].map(([id, row]) => {
      const { per_hour, per_day, day_before } = forecastOf.get(id) ?? row;
      return [id, { lastHour: row.events, lastDay: day_before! + row.events, perHour: per_hour!, perDay: per_day! }];
    }),
  );
}

/** When the releases that decide about a resolved issue were first seen. An unknown release counts as new. */
async function releasesOf(
  db: Kysely<Schema>,
  engine: StateEngine,
  facts: IssueFacts[],
  issues: Map<IssueId, IssueRow>,
): Promise<(projectId: ProjectId, version: string) => DatedRelease> {
  const asked = facts.flatMap(({ issueId, sightings }) => {
    const { resolution, project_id: projectId } = issues.get(issueId)!;
    const { after, release }: { after?: string; release?: string | null } = resolution ? JSON.parse(resolution) : {};
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
  const isFirst = issue.event_count === 0;
  const isEarliest = isFirst || fact.firstSeenAtMs < issue.first_seen_at_ms;
  const isNewest = isFirst || fact.lastSeenAtMs >= issue.last_seen_at_ms;
  const isNamed = isNewest && fact.echo !== true;
  const headline = isNamed ? headlineOf(fact) : issue;
  return {
    event_count: issue.event_count + fact.events,
    user_count: issue.user_count + newUsers,
    first_seen_at_ms: isEarliest ? fact.firstSeenAtMs : issue.first_seen_at_ms,
    last_seen_at_ms: isNewest ? fact.lastSeenAtMs : issue.last_seen_at_ms,
    first_release:
      (isEarliest && storableText(fact.firstRelease)) || issue.first_release || storableText(fact.firstRelease),
    last_release: (isNewest && storableText(fact.lastRelease)) || issue.last_release || storableText(fact.lastRelease),
    level: isNamed ? fact.level : issue.level,
    handled: isNamed ? flag(fact.handled) : issue.handled,
    type: headline.type,
    value: headline.value,
    culprit: headline.culprit,
    search_text: isNamed ? searchTextOf({ ...headline, shortId: issue.short_id }) : issue.search_text,
  };
}

type IssueRow = Selectable<Schema['issue']>;

function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: storableText(type), value: storableText(value), culprit: storableText(culprit) };
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}
