import type { EventChange, Removal } from '../../contract.ts';
import { foldedSessions } from '../../queries/parts/folded-sessions.ts';
import type { Range } from '../../queries/query.ts';
import type { StoredRows } from '../../tables/index.ts';
import { bucketOf, groups, sum, within } from './rows.ts';

const HOUR_MS = 3_600_000;

/** The rows after retention removed some. */
export function afterRemoval(rows: StoredRows, change: Extract<EventChange, Removal>): StoredRows {
  const { projectId } = change;
  if ('thin' in change) {
    const isIt = (row: StoredRows['events' | 'attachments'][number]) =>
      row.projectId === projectId && change.thin.includes(row.eventId);
    const [thinned, events] = parted(rows.events, isIt);
    const attachments = rows.attachments.filter((row) => !isIt(row));
    return { ...rows, events, attachments, thinned: [...rows.thinned, ...thinned.map(thinnedOf)] };
  }
  const isIn = (range: Range) => (row: { projectId: number; atMs: number }) =>
    row.projectId === projectId && within(row.atMs, range);
  if ('countOnly' in change) {
    const [counted, thinned] = parted(rows.thinned, isIn(change.countOnly));
    return { ...rows, thinned, counts: [...rows.counts, ...countsOf(counted)] };
  }
  if ('deleteAttachments' in change) {
    return { ...rows, attachments: parted(rows.attachments, isIn(change.deleteAttachments))[1] };
  }
  if ('deleteSpans' in change) {
    const isOld = (row: StoredRows['spans'][number]) =>
      row.projectId === projectId && within(row.receivedAtMs, change.deleteSpans);
    return { ...rows, spans: parted(rows.spans, isOld)[1] };
  }
  if ('sumLedger' in change) {
    const [cells, ledger] = parted(rows.ledger, isIn(change.sumLedger));
    const hours = cells.map((cell) => ({ ...cell, atMs: bucketOf(cell.atMs, HOUR_MS) }));
    const summed = groups(hours, ({ sequence: _sequence, quantity: _quantity, ...cell }) => [JSON.stringify(cell)]);
    const added = summed.map((alike) => ({
      ...alike[0]!,
      sequence: Math.max(...alike.map(({ sequence }) => sequence)),
      quantity: sum(alike, ({ quantity }) => quantity),
    }));
    return { ...rows, ledger: [...ledger, ...added.filter(({ quantity }) => quantity !== 0)] };
  }
  const range = change.sumSessions;
  const [states, sessions] = parted(
    rows.sessions,
    (row) => row.projectId === projectId && within(row.startedAtMs, range),
  );
  const folded = foldedSessions(states, { projectIds: [projectId], range }) as StoredRows['sessions'];
  const hours = folded.map((row) => ({
    ...row,
    position: 0,
    sessionId: '',
    userKey: '',
    startedAtMs: bucketOf(row.startedAtMs, HOUR_MS),
  }));
  const added = groups(hours, (row) => [row.release, row.environment, row.startedAtMs, row.organizationId]).map(
    (alike) => ({
      ...alike[0]!,
      sequence: Math.max(...alike.map(({ sequence }) => sequence)),
      exited: sum(alike, ({ exited }) => exited),
      errored: sum(alike, ({ errored }) => errored),
      crashed: sum(alike, ({ crashed }) => crashed),
      abnormal: sum(alike, ({ abnormal }) => abnormal),
    }),
  );
  return { ...rows, sessions: [...sessions, ...added] };
}

/** Events by the hour, without their IDs and users. */
export function countsOf(thinned: StoredRows['thinned']): StoredRows['counts'] {
  const hours = thinned.map(({ eventId: _id, userKey: _user, ...row }) => ({
    ...row,
    atMs: bucketOf(row.atMs, HOUR_MS),
  }));
  return groups(hours, ({ sequence: _sequence, ...row }) => [JSON.stringify(row)]).map((alike) => ({
    ...alike[0]!,
    sequence: Math.max(...alike.map(({ sequence }) => sequence)),
    quantity: alike.length,
  }));
}

export function thinnedOf(event: StoredRows['events'][number]): StoredRows['thinned'][number] {
  const { sequence, organizationId, projectId, issueId, eventId, atMs, level, environment, release, userKey } = event;
  const { hash, mappedHash, originalHash } = event;
  const of = { sequence, organizationId, projectId, issueId, eventId, atMs, level, environment, release, userKey };
  return { ...of, hash, mappedHash, originalHash };
}

function parted<Row>(rows: readonly Row[], isIt: (row: Row) => boolean): [of: Row[], others: Row[]] {
  return [rows.filter(isIt), rows.filter((row) => !isIt(row))];
}
