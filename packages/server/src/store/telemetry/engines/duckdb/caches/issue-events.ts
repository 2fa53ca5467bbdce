import { DuckDBListValue, type DuckDBConnection, type DuckDBUUIDValue, type DuckDBValue } from '@duckdb/node-api';
import type { EventId, ProjectId } from '@seismo/protocol';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';
import type { Range } from '../../../queries/query.ts';
import type { OneIssue } from './large-issues.ts';
import { runPrepared } from '../statements.ts';
import { readValue, uuid } from '../values.ts';

/** Events of one issue that differ only in time, ID and user. */
interface Alike {
  environment: string;
  release: string;
  tags: Record<string, string>;
  atMs: number[];
  ids: DuckDBUUIDValue[];
  /** `0n` is no user. */
  users: bigint[];
}

/** All events of one issue, without their bodies: the basis of the queries of its page. */
export interface IssueEvents {
  alike: Alike[];
  lastSequence: number;
}

/** Reads all events, or those added since. As groups, because transferring a row costs more than finding it. */
export async function readIssueEvents(
  connection: DuckDBConnection,
  { projectId, issueId }: OneIssue,
  known: IssueEvents = { alike: [], lastSequence: -1 },
): Promise<IssueEvents> {
  // Materialize before grouping: a scan passes on the few matches of every 2,048 rows, and each pass costs.
  const text = `
    with seen as materialized (
      select sequence, at_ms, event_id, environment, release, user_hash, tags
      from events
      where project_id = $projectId::bigint and issue_id = $issueId::bigint and sequence > $sinceSequence::bigint
    )
    select environment, release, tags, list(at_ms), list(event_id), list(user_hash), max(sequence)
    from seen
    group by environment, release, tags`;
  const result = await runPrepared(connection, text, { projectId, issueId, sinceSequence: known.lastSequence });
  const groups = await result.getRows();
  return {
    alike: [
      ...known.alike,
      ...groups.map(([environment, release, tags, atMs, ids, users]) => ({
        environment: String(environment),
        release: String(release),
        tags: JSON.parse(String(tags)) as Record<string, string>,
        atMs: itemsOf<bigint>(atMs).map(Number),
        ids: itemsOf<DuckDBUUIDValue>(ids),
        users: itemsOf<bigint>(users),
      })),
    ],
    lastSequence: groups.reduce((last, group) => Math.max(last, Number(group[6])), known.lastSequence),
  };
}

function itemsOf<Item extends DuckDBValue>(value: DuckDBValue | undefined): Item[] {
  if (!(value instanceof DuckDBListValue)) throw new TypeError('DuckDB returned no list');
  return value.items as Item[];
}

export function neighboursIn(
  events: IssueEvents,
  params: QueryParams['eventNeighbours'],
): QueryRows['eventNeighbours'][] {
  const here = { atMs: params.at.atMs, id: uuid(params.at.eventId) };
  let previous: Place | null = null;
  let next: Place | null = null;
  let first: Place | null = null;
  let last: Place | null = null;
  let position = 0;
  let total = 0;
  for (const place of places(events, params)) {
    total += 1;
    const order = byPlace(place, here);
    if (order <= 0) position += 1;
    if (order < 0 && (previous === null || byPlace(place, previous) > 0)) previous = place;
    if (order > 0 && (next === null || byPlace(place, next) < 0)) next = place;
    if (first === null || byPlace(place, first) < 0) first = place;
    if (last === null || byPlace(place, last) > 0) last = place;
  }
  return [{ previous: idOf(previous), next: idOf(next), first: idOf(first), last: idOf(last), position, total }];
}

export function figuresOf(
  events: IssueEvents,
  params: Omit<QueryParams['issueStats'], 'issueIds'>,
  issueId: OneIssue['issueId'],
): QueryRows['issueStats'][] {
  const buckets = new Map<number, number>();
  const userKeys = new Set<bigint>();
  for (const { atMs, user } of places(events, params)) {
    const bucketAtMs = Math.floor(atMs / params.bucketMs) * params.bucketMs;
    buckets.set(bucketAtMs, (buckets.get(bucketAtMs) ?? 0) + 1);
    if (user !== 0n) userKeys.add(user);
  }
  const bars = [...buckets].sort(([a], [b]) => a - b);
  return [
    ...bars.map(([bucketAtMs, count]) => ({ issueId, bucketAtMs, events: count, users: 0 })),
    ...(userKeys.size > 0 ? [{ issueId, bucketAtMs: null, events: 0, users: userKeys.size }] : []),
  ];
}

export function environmentsOf(events: IssueEvents): QueryRows['issueEnvironments'][] {
  const named = Map.groupBy(events.alike, ({ environment }) => environment);
  return [...named.keys()].sort(byText).map((environment) => {
    const alike = named.get(environment)!;
    const userKeys = new Set<bigint>();
    let count = 0;
    let firstSeenAtMs = Infinity;
    let lastSeenAtMs = -Infinity;
    let first: Seen | null = null;
    let last: Seen | null = null;
    for (const seen of places({ ...events, alike }, {})) {
      count += 1;
      if (seen.user !== 0n) userKeys.add(seen.user);
      firstSeenAtMs = Math.min(firstSeenAtMs, seen.atMs);
      lastSeenAtMs = Math.max(lastSeenAtMs, seen.atMs);
      if (seen.release === '') continue;
      if (first === null || byPlace(seen, first) < 0) first = seen;
      if (last === null || byPlace(seen, last) > 0) last = seen;
    }
    const [firstRelease, lastRelease] = [first?.release ?? '', last?.release ?? ''];
    return { environment, events: count, users: userKeys.size, firstSeenAtMs, lastSeenAtMs, firstRelease, lastRelease };
  });
}

/** A set of tags, and how many events have it. */
export interface TagSet {
  tags: Record<string, string>;
  events: number;
}

export function tagSetsOf(events: IssueEvents, range: Range | null): TagSet[] {
  const isIn = (atMs: number) => range === null || (atMs >= range.fromMs && atMs < range.toMs);
  return events.alike.map(({ tags, atMs }) => ({
    tags,
    events: range === null ? atMs.length : atMs.filter(isIn).length,
  }));
}

/** The tag sets of an issue with too many events to cache. */
export async function readTagSets(connection: DuckDBConnection, params: QueryParams['tagRates']): Promise<TagSet[]> {
  const text = `
    select tags, count(*)
    from events
    where project_id = $projectId::bigint
      and issue_id = $issueId::bigint
      and at_ms >= $fromMs::bigint
      and at_ms < $toMs::bigint
    group by tags`;
  const { projectId, issueId, range } = params;
  const result = await runPrepared(connection, text, { projectId, issueId, ...range });
  return (await result.getRows()).map(([tags, events]) => ({
    tags: JSON.parse(String(tags)) as Record<string, string>,
    events: Number(events),
  }));
}

export function tagsIn(sets: TagSet[], valuesPerTag: number): QueryRows['tagsOfIssue'][] {
  const counts = new Map<string, Map<string, number>>();
  for (const { tags, events } of sets) {
    if (events > 0) for (const [key, value] of Object.entries(tags)) count(counts, key, value, events);
  }
  return [...counts.keys()].sort(byText).flatMap((key) => {
    const values = [...counts.get(key)!].sort(
      ([one, ofOne], [other, ofOther]) => ofOther - ofOne || byText(one, other),
    );
    const tagEvents = values.reduce((sum, [, events]) => sum + events, 0);
    return values
      .slice(0, valuesPerTag)
      .map(([value, events]) => ({ key, value, events, tagEvents, distinctValues: values.length }));
  });
}

/** How many events of a project, in a time, have each value of each tag. */
export interface TagCounts {
  counts: Map<string, Map<string, number>>;
  /** Of them all. */
  events: number;
  valueCount: number;
  lastSequence: number;
}

/** Adds the result of `tagCountsDuckdb`; `null` if there are more values than the cache stores. */
export async function readTagCounts(
  connection: DuckDBConnection,
  {
    text,
    projectId,
    range,
    valueCountMax,
  }: { text: string; projectId: ProjectId; range: Range; valueCountMax: number },
  known: TagCounts | null = { counts: new Map(), events: 0, valueCount: 0, lastSequence: -1 },
): Promise<TagCounts | null> {
  if (known === null) return null;
  const result = await runPrepared(connection, text, { projectId, ...range, sinceSequence: known.lastSequence });
  for (const [key, value, events, sequence] of await result.getRows()) {
    known.lastSequence = Math.max(known.lastSequence, Number(sequence));
    if (key === null) known.events += Number(events);
    else if (count(known.counts, String(key), String(value), Number(events))) known.valueCount += 1;
  }
  return known.valueCount > valueCountMax ? null : known;
}

/** Whether it is the first of its kind. */
function count(counts: Map<string, Map<string, number>>, key: string, value: string, events: number): boolean {
  const ofKey = counts.get(key) ?? new Map<string, number>();
  const before = ofKey.get(value);
  counts.set(key, ofKey.set(value, (before ?? 0) + events));
  return before === undefined;
}

/** Those of the issue, which the project has at least as often. */
export function tagRatesOf(sets: TagSet[], project: TagCounts, valuesPerTag: number): QueryRows['tagRates'][] {
  const issueTotal = sets.reduce((sum, { events }) => sum + events, 0);
  return tagsIn(sets, valuesPerTag).map(({ key, value, events, distinctValues }) => ({
    key,
    value,
    issueEvents: events,
    projectEvents: project.counts.get(key)?.get(value) ?? events,
    distinctValues,
    issueTotal,
    projectTotal: project.events,
  }));
}

interface Place {
  atMs: number;
  id: DuckDBUUIDValue;
}

interface Seen extends Place {
  user: bigint;
  release: string;
}

interface Among {
  environments?: string[];
  releases?: string[];
  range?: Range | null;
}

function* places(events: IssueEvents, { environments = [], releases = [], range = null }: Among): Generator<Seen> {
  for (const { environment, release, atMs, ids, users } of events.alike) {
    if (!among(environment, environments) || !among(release, releases)) continue;
    for (const [index, at] of atMs.entries()) {
      if (range !== null && (at < range.fromMs || at >= range.toMs)) continue;
      yield { atMs: at, id: ids[index]!, user: users[index]!, release };
    }
  }
}

function among(value: string, wanted: string[]): boolean {
  return wanted.length === 0 || wanted.some((text) => text.toWellFormed() === value);
}

/** IDs sort in their stored form. */
function byPlace(a: Place, b: Place): number {
  return a.atMs - b.atMs || (a.id.hugeint < b.id.hugeint ? -1 : a.id.hugeint > b.id.hugeint ? 1 : 0);
}

function idOf(place: Place | null): EventId | null {
  return place && (readValue(place.id) as EventId);
}

/** In the order of UTF-8 bytes, as everywhere in the store. */
function byText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
