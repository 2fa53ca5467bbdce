import { readsContent, type EntryName, type EventColumn } from '#domain/search/event-condition.ts';
import type { EventRow } from '../tables/events.ts';
import { integer, text, defineQuery } from './query.ts';
import { keysDuckdb } from '../engines/duckdb/condition.ts';
import { bucketOf, eventStatsOf, groups, withoutThinned } from '../engines/memory/rows.ts';
import { eventsInScope, inRangeDuckdb, type Scope } from './parts/in-scope.ts';

/** The keys to group events by. Time buckets start at multiples of their length since the epoch. */
export type EventKey =
  | { column: EventColumn | 'title' }
  | EntryName
  | { number: 'issueId' | 'projectId' }
  | { handled: true }
  | { bucketMs: number };

/** `users` and `issues` are exact distinct counts. */
export type EventMeasure = 'events' | 'users' | 'issues' | 'firstSeenAtMs' | 'lastSeenAtMs';

interface Params extends Omit<Scope, 'releases'> {
  /** None: all events are one group, unless there are none. */
  by: EventKey[];
  order: { measure: EventMeasure; descending: boolean } | null;
  offset: number;
  count: number;
}

/**
 * Groups events in the range by these keys, with ties in the order of the keys as JSON. `keys` are in the order of
 * `by`, or a single `''`; a missing value is `''`. Numbers are text, and a time is the start of its bucket.
 */
export const eventGroups = defineQuery({
  sql: {
    duckdb: ({ where, events, count, counting }, { by, order }: Params) => {
      const keys = keysDuckdb(by);
      return `
      with seen as (
        select ${keys.text}, at_ms, user_hash, issue_id${counting}
        from ${events}
        where ${inRangeDuckdb}
          and ${where}
      ),
      grouped as (
        select
          ${keys.names},
          to_json([${keys.names}])::varchar as keys,
          ${count} as events,
          count(distinct user_hash) filter (where user_hash <> 0) as users,
          count(distinct issue_id) as issues,
          min(at_ms) as "firstSeenAtMs",
          max(at_ms) as "lastSeenAtMs"
        from seen
        group by ${keys.names}
      )
      select *
      from grouped
      order by ${order ? `"${order.measure}" ${order.descending ? 'desc' : 'asc'}, ` : ''}${keys.names}
      limit $count::bigint
      offset $offset::bigint`;
    },
  },
  bind: ({ by }) => ({ releases: [], ...keysDuckdb(by).parameters }),
  row: {
    keys: (value) => JSON.parse(text(value)) as string[],
    events: integer,
    users: integer,
    issues: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
  },
  readsContent: ({ by }) => by.some(isKeyOfContent),
  memory: (stored, { by, order, offset, count, ...scope }) => {
    const found = eventsInScope(by.some(isKeyOfContent) ? withoutThinned(stored) : stored, { ...scope, releases: [] });
    const rows = groups(found, (event) => (by.length === 0 ? [''] : by.map((key) => keyOf(event, key)))).map(
      (group) => ({
        keys: by.length === 0 ? [''] : by.map((key) => keyOf(group[0]!, key)),
        ...eventStatsOf(group),
        issues: new Set(group.map(({ issueId }) => issueId)).size,
      }),
    );
    const sign = order?.descending ? -1 : 1;
    if (order) rows.sort((a, b) => sign * (a[order.measure] - b[order.measure]));
    return rows.slice(offset, offset + count);
  },
});

/** Whether thinned events lack the key. */
function isKeyOfContent(key: EventKey): boolean {
  if ('handled' in key || 'entry' in key) return true;
  return 'column' in key && (key.column === 'title' || readsContent({ column: key.column, is: [] }));
}

function keyOf(event: EventRow, key: EventKey): string {
  if ('number' in key) return String(event[key.number]);
  if ('column' in key) return event[key.column];
  if ('handled' in key) return event.handled === null ? '' : String(event.handled);
  if ('bucketMs' in key) return String(bucketOf(event.atMs, key.bucketMs));
  const name = key.key.toWellFormed();
  return Object.hasOwn(event[key.entry], name) ? event[key.entry][name]! : '';
}
