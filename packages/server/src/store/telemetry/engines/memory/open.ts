import type {
  AttachmentRow,
  EventChange,
  EventRow,
  Telemetry,
  TelemetryBatch,
  TelemetryIdentity,
} from '../../contract.ts';
import { answers } from './answers.ts';
import type { Kept, KeptEvent, Rows } from './rows.ts';

/** The oracle: arrays and loops, as plain as can be, to compare engines with. Nothing survives it. */
export function openMemoryTelemetry(): Telemetry {
  let rows: Rows = { events: [], attachments: [], sessions: [], ledger: [] };
  let identity: TelemetryIdentity = { storeId: null, appliedSequence: 0, damagedLog: null };
  let closed = false;

  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };

  return {
    async append(batch) {
      assertOpen();
      const all = {
        events: [...rows.events, ...keep(batch.events, batch).map(asStored)],
        attachments: [...rows.attachments, ...keep(batch.attachments, batch)],
        sessions: [...rows.sessions, ...keep(batch.sessions, batch)],
        ledger: [...rows.ledger, ...keep(batch.ledger, batch)],
      };
      rows = batch.changes.reduce(
        (left, change) =>
          'forget' in change ? without(left, change) : { ...left, events: changed(left.events, change) },
        all,
      );
      identity = { ...identity, appliedSequence: Math.max(identity.appliedSequence, batch.sequence) };
    },
    async truncateAfter(sequence) {
      assertOpen();
      const stays = (row: { sequence: number }) => row.sequence <= sequence;
      rows = {
        events: rows.events.filter(stays),
        attachments: rows.attachments.filter(stays),
        sessions: rows.sessions.filter(stays),
        ledger: rows.ledger.filter(stays),
      };
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
    async ask(name, ask) {
      assertOpen();
      return answers[name](rows, ask);
    },
    async bytes() {
      assertOpen();
      return rows.events.reduce((sum, event) => sum + event.body.length, 0);
    },
    async close() {
      closed = true;
    },
  };
}

type Forgetting = Extract<EventChange, { forget: unknown }>;
type Change = Exclude<EventChange, Forgetting>;

/** What is left. */
function without(rows: Rows, { projectId, forget }: Forgetting): Rows {
  const others = (row: { projectId: number }) => row.projectId !== projectId;
  if (forget === 'all') {
    return {
      events: rows.events.filter(others),
      attachments: rows.attachments.filter(others),
      sessions: rows.sessions.filter(others),
      ledger: rows.ledger.filter(others),
    };
  }
  if (typeof forget === 'object') {
    const { eventId, blobKey, filename } = wellFormed(forget);
    const isIt = (row: AttachmentRow) =>
      row.eventId === eventId && row.blobKey === blobKey && row.filename === filename;
    return { ...rows, attachments: rows.attachments.filter((row) => others(row) || !isIt(row)) };
  }
  const gone = new Set(rows.events.filter((row) => !others(row) && row.issueId === forget).map((row) => row.eventId));
  const stays = (row: { projectId: number; eventId: EventRow['eventId'] }) => others(row) || !gone.has(row.eventId);
  return { ...rows, events: rows.events.filter(stays), attachments: rows.attachments.filter(stays) };
}

/** A later change of the same event wins. */
function changed(events: KeptEvent[], { set, ...of }: Change): KeptEvent[] {
  const change: Partial<KeptEvent> = wellFormed(structuredClone(set));
  return events.map((event) => {
    const own = event.projectId === of.projectId ? ownChange(event, of) : null;
    return own ? { ...event, ...change, ...own } : event;
  });
}

type Meant<Each> = Each extends Change ? Omit<Each, 'set' | 'projectId'> : never;

/** What becomes of this event besides what is set; `null` if it is not meant. */
function ownChange(event: KeptEvent, of: Meant<Change>): Partial<KeptEvent> | null {
  if ('eventId' in of) return event.eventId === of.eventId ? {} : null;
  if ('hash' in of) return event.hash === of.hash.toWellFormed() ? {} : null;
  const { from, to } = wellFormed('follow' in of ? of.follow : of.unfollow);
  if ('follow' in of) return event.hash === from && event.mappedHash === to ? { hash: to, sentHash: from } : null;
  return event.hash === to && event.sentHash === from ? { hash: from, sentHash: '' } : null;
}

function asStored(event: Kept<EventRow>): KeptEvent {
  return { ...event, mappedHash: '', sentHash: '' };
}

/** A copy of each row with its sequence. A row that no engine could store fails the batch before any row is kept. */
function keep<Row extends object>(rows: Row[], { sequence }: TelemetryBatch): Kept<Row>[] {
  return rows.map((row) => ({ ...wellFormed(structuredClone(row)), sequence }));
}

/** Numbers are integers; half a surrogate pair is stored as U+FFFD, in tags too, where the last of equal keys stays. */
function wellFormed<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
      if (typeof value === 'string') return [name.toWellFormed(), value.toWellFormed()];
      return [name.toWellFormed(), name === 'tags' || name === 'attributes' ? wellFormed(value) : value];
    }),
    // The same keys with the same types of values.
  ) as Row;
}
