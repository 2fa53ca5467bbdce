import type { EventId } from '@seismo/protocol';
import type { Range } from '../../queries/query.ts';
import type { StoredRows } from '../../tables/index.ts';

/** Text in the order of its UTF-8 bytes, which is the order of code points; `<` would order UTF-16 units. */
export function byText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export type Key = string | number | null;

/** By several keys, the first that differs decides; `null` is last. */
export function byKeys(a: readonly Key[], b: readonly Key[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return typeof left === 'number' ? left - Number(right) : byText(left, String(right));
  }
  return 0;
}

export function byTimeAndId(a: { atMs: number; eventId: EventId }, b: { atMs: number; eventId: EventId }): number {
  return a.atMs - b.atMs || byText(a.eventId, b.eventId);
}

export function within(atMs: number, range: Range): boolean {
  return atMs >= range.fromMs && atMs < range.toMs;
}

/** All events, thinned ones among them, which have the fields of their table only. */
export function allEvents({ events, thinned, counts }: StoredRows): StoredRows['events'] {
  const counted = counts.flatMap(({ quantity, ...row }) => Array.from({ length: quantity }, () => row));
  const others = [...thinned, ...counted.map((row) => ({ ...row, eventId: '0'.repeat(32), userKey: '' }))];
  // Queries that read other fields use `events`.
  return [...events, ...(others as unknown as StoredRows['events'])];
}

export function withoutThinned(rows: StoredRows): StoredRows {
  return { ...rows, thinned: [], counts: [] };
}

/** Whether the event has its content. */
export function isStored(event: { body?: Uint8Array }): boolean {
  return event.body !== undefined;
}

/** An empty list matches everything. Half a surrogate pair is U+FFFD, as it is when stored. */
export function among(value: string, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((text) => text.toWellFormed() === value);
}

export function bucketOf(atMs: number, bucketMs: number): number {
  return Math.floor(atMs / bucketMs) * bucketMs;
}

/** Groups in the order of their keys. */
export function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => (string | number)[]): Row[][] {
  const found = Map.groupBy(rows, (row) => {
    const keys = keyOf(row);
    return keys.length === 1 ? keys[0] : JSON.stringify(keys);
  });
  return [...found.values()].sort((a, b) => byKeys(keyOf(a[0]!), keyOf(b[0]!)));
}

/** The first row of each key, in the order in which they come. */
export function firstOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].map(([first]) => first!);
}

export function sum<Row>(rows: readonly Row[], numberOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + numberOf(row), 0);
}

/** The counts of most event groups. */
export function eventStatsOf(rows: readonly { atMs: number; userKey: string }[]) {
  const times = rows.map(({ atMs }) => atMs);
  return {
    events: rows.length,
    users: endUserCount(rows),
    firstSeenAtMs: Math.min(...times),
    lastSeenAtMs: Math.max(...times),
  };
}

/** Distinct end users; unknown ones do not count. */
export function endUserCount(rows: readonly { userKey: string }[]): number {
  return new Set(rows.map((row) => row.userKey).filter((key) => key !== '')).size;
}
