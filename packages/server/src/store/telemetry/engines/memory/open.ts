import type { EventId, ProjectId } from '@seismo/protocol';
import { hasUserKey, namesUser } from '#domain/end-users/identifiers.ts';
import type {
  EndUserRows,
  EventChange,
  SessionRow,
  StoredEventRow,
  Telemetry,
  TelemetryBatch,
  TelemetryIdentity,
} from '../../contract.ts';
import { tableNames, tables, type StoredRows, type TableName } from '../../tables/index.ts';
import { decideTraces } from './decide-traces.ts';
import { afterRemoval, countsOf, thinnedOf } from './removals.ts';
import { queries } from '../../queries/index.ts';
import type { Field, Table } from '../../tables/table.ts';

/** The oracle: arrays and loops, as simple as possible, to compare engines with. It stores nothing on disk. */
export function openMemoryTelemetry(): Telemetry {
  let rows = eachTable(() => []);
  let identity: TelemetryIdentity = { storeId: null, appliedSequence: 0, lastEntry: 0, damagedLog: null };
  let closed = false;

  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };

  return {
    async append(batch) {
      assertOpen();
      const all = eachTable((name) => [...rows[name], ...storedRows(name, batch)]);
      rows = batch.changes.reduce(afterChange, all);
      const { sequence, lastEntry = 0 } = batch;
      identity = {
        ...identity,
        appliedSequence: Math.max(identity.appliedSequence, sequence),
        lastEntry: Math.max(identity.lastEntry, lastEntry),
      };
    },
    async truncateAfter(sequence) {
      assertOpen();
      rows = filtered(rows, ({ sequence: of }) => of <= sequence);
      identity = { ...identity, appliedSequence: Math.min(identity.appliedSequence, sequence) };
    },
    async identity() {
      assertOpen();
      return { ...identity };
    },
    async adopt(storeId, appliedSequence) {
      assertOpen();
      identity = { ...identity, storeId, appliedSequence: Math.max(identity.appliedSequence, appliedSequence) };
    },
    async query(name, params) {
      assertOpen();
      return queries[name].memory(rows, params);
    },
    async decideTraces(of) {
      assertOpen();
      const { spans, decided, removals } = decideTraces(rows, of);
      const log = storedRows('removals', { sequence: of.sequence, rows: { removals }, changes: [] });
      rows = { ...rows, spans, removals: [...rows.removals, ...(log as StoredRows['removals'])] };
      return decided;
    },
    async writeSpanFile() {
      return null;
    },
    async commitSpanFile() {
      return false;
    },
    async unreadableSpans() {
      return { files: [], spans: 0 };
    },
    async space() {
      assertOpen();
      return {
        bytes: rows.events.reduce((sum, event) => sum + event.body.length, 0),
        freeBytes: 0,
        checkpointBytes: 0,
        spanBytes: 0,
      };
    },
    async reclaim() {
      return this.space();
    },
    async close() {
      closed = true;
    },
  };
}

type AnyRow = { sequence: number; projectId: number };

function eachTable(rowsOf: (name: TableName) => object[]): StoredRows {
  // The rows of a table by its name.
  return Object.fromEntries(tableNames.map((name) => [name, rowsOf(name)])) as StoredRows;
}

function filtered(rows: StoredRows, stays: (row: AnyRow) => boolean): StoredRows {
  return eachTable((name) => (rows[name] as AnyRow[]).filter(stays));
}

type Deletion = Extract<EventChange, { delete: unknown }>;
type Change = Extract<EventChange, { set: unknown }>;

function afterChange(rows: StoredRows, change: EventChange): StoredRows {
  if ('delete' in change) return without(rows, change);
  if (!('set' in change)) return afterRemoval(rows, change);
  const events = changed(rows.events, change);
  if ('eventId' in change) return { ...rows, events };
  // They have the fields that such a change reads and sets.
  const counted = <Row>(some: Row[]) => changed(some as unknown as StoredEventRow[], change) as unknown as Row[];
  return { ...rows, events, thinned: counted(rows.thinned), counts: counted(rows.counts) };
}

/** The rows that are left. */
function without(rows: StoredRows, { projectId, delete: what }: Deletion): StoredRows {
  const others = (row: { projectId: number }) => row.projectId !== projectId;
  if (what === 'all') return filtered(rows, others);
  if (typeof what === 'object' && 'userKeys' in what) return withoutEndUser(rows, projectId, what);
  if (typeof what === 'object') {
    const { eventId, blobKey, filename } = wellFormed(what);
    const isIt = (row: StoredRows['attachments'][number]) =>
      row.eventId === eventId && row.blobKey === blobKey && row.filename === filename;
    return { ...rows, attachments: rows.attachments.filter((row) => others(row) || !isIt(row)) };
  }
  const gone = new Set(rows.events.filter((row) => !others(row) && row.issueId === what).map((row) => row.eventId));
  const stays = (row: { projectId: number; eventId: StoredEventRow['eventId'] }) =>
    others(row) || !gone.has(row.eventId);
  const isOther = (row: { projectId: number; issueId: number }) => others(row) || row.issueId !== what;
  return {
    ...rows,
    events: rows.events.filter(stays),
    attachments: rows.attachments.filter(stays),
    thinned: rows.thinned.filter(isOther),
    counts: rows.counts.filter(isOther),
  };
}

function withoutEndUser(rows: StoredRows, projectId: ProjectId, { eventIds, userKeys }: EndUserRows): StoredRows {
  const stays = (row: { projectId: number; eventId: EventId }) =>
    row.projectId !== projectId || !eventIds.includes(row.eventId);
  const isTheirs = (of: keyof typeof userKeys) => (row: { projectId: number; userKey: string }) =>
    row.projectId === projectId && hasUserKey(row.userKey, userKeys[of]);
  const sessionIds = rows.sessions.filter(isTheirs('sessions')).map(({ sessionId }) => sessionId);
  const isTheirSession = (row: SessionRow) =>
    isTheirs('sessions')(row) ||
    (row.projectId === projectId && row.sessionId !== '' && sessionIds.includes(row.sessionId));
  const deleted = rows.events.filter((row) => !stays(row));
  return {
    ...rows,
    events: rows.events.filter(stays),
    attachments: rows.attachments.filter(stays),
    thinned: rows.thinned.map((row) => (isTheirs('events')(row) ? { ...row, userKey: '' } : row)),
    sessions: rows.sessions.map((row) => (isTheirSession(row) ? { ...row, userKey: '' } : row)),
    counts: [...rows.counts, ...countsOf(deleted.map(thinnedOf))],
    spans: rows.spans.filter(
      (row) =>
        row.projectId !== projectId ||
        row.userKey === '' ||
        !namesUser(JSON.parse(row.attributes) as Record<string, unknown>, userKeys.events),
    ),
  };
}

/** A later change of the same event wins. */
function changed(events: StoredEventRow[], { set, ...of }: Change): StoredEventRow[] {
  const change: Partial<StoredEventRow> = wellFormed(structuredClone(set));
  return events.map((event) => {
    const own = event.projectId === of.projectId ? ownChange(event, of) : null;
    return own ? { ...event, ...change, ...own } : event;
  });
}

type Selector<Each> = Each extends Change ? Omit<Each, 'set' | 'projectId'> : never;

/** The fields that the change computes per event; `null` if it does not apply to the event. */
function ownChange(event: StoredEventRow, of: Selector<Change>): Partial<StoredEventRow> | null {
  if ('eventId' in of) return event.eventId === of.eventId ? {} : null;
  if ('hash' in of) return event.hash === of.hash.toWellFormed() ? {} : null;
  const { from, to } = wellFormed('regroup' in of ? of.regroup : of.undoRegroup);
  if ('regroup' in of) return event.hash === from && event.mappedHash === to ? { hash: to, originalHash: from } : null;
  return event.hash === to && event.originalHash === from ? { hash: from, originalHash: '' } : null;
}

/** A copy of each row with what the store adds. A row that no engine could store fails the batch before any row is stored. */
function storedRows(name: TableName, { sequence, rows }: TelemetryBatch): object[] {
  const { changed: unset, hasPosition }: Table = tables[name];
  const added = { ...Object.fromEntries(Object.keys(unset).map((field) => [field, ''])), sequence };
  const doubles = doubleFields[name]!;
  return (rows[name] ?? []).map((row, position) => ({
    ...wellFormed(structuredClone(row), doubles),
    ...added,
    ...(hasPosition && { position }),
  }));
}

const doubleFields: Record<string, string[]> = Object.fromEntries(
  tableNames.map((name) => {
    const all = Object.entries<Field<unknown>>(tables[name].fields);
    return [name, all.flatMap(([field, [column]]) => (column?.type === 'double' ? [field] : []))];
  }),
);

/** Numbers of other fields are integers; half a surrogate pair is stored as U+FFFD, in tags too, where the last of equal keys stays. */
function wellFormed<Value extends object>(value: Value, doubles: readonly string[] = []): Value {
  return Object.fromEntries(
    Object.entries(value).map(([name, of]: [string, unknown]) => {
      if (typeof of === 'number' && !Number.isSafeInteger(of) && !doubles.includes(name))
        throw new RangeError(`${of} is not an integer`);
      if (typeof of === 'string') return [name.toWellFormed(), of.toWellFormed()];
      const isPlain = typeof of === 'object' && of !== null && Object.getPrototypeOf(of) === Object.prototype;
      return [name.toWellFormed(), isPlain ? wellFormed(of) : of];
    }),
    // The same keys with the same types of values.
  ) as Value;
}
