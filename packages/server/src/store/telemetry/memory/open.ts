import type { EventChange, EventRow, Telemetry, TelemetryBatch } from '../contract.ts';
import { answers } from './answers.ts';
import type { Kept, KeptEvent, Rows } from './rows.ts';

/** The oracle: arrays and loops, as plain as can be, to compare engines with. Nothing survives it. */
export function openMemoryTelemetry(): Telemetry {
  let rows: Rows = { events: [], attachments: [], sessions: [], ledger: [] };
  let closed = false;

  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };

  return {
    async append(batch) {
      assertOpen();
      rows = {
        events: changed([...rows.events, ...keep(batch.events, batch).map(asStored)], batch.changes),
        attachments: [...rows.attachments, ...keep(batch.attachments, batch)],
        sessions: [...rows.sessions, ...keep(batch.sessions, batch)],
        ledger: [...rows.ledger, ...keep(batch.ledger, batch)],
      };
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

/** A later change of the same event wins. */
function changed(events: KeptEvent[], changes: EventChange[]): KeptEvent[] {
  return changes.reduce((all, { set, ...of }) => {
    const change: Partial<KeptEvent> = wellFormed(structuredClone(set));
    return all.map((event) => {
      const own = event.projectId === of.projectId ? ownChange(event, of) : null;
      return own ? { ...event, ...change, ...own } : event;
    });
  }, events);
}

type Meant<Change> = Change extends EventChange ? Omit<Change, 'set' | 'projectId'> : never;

/** What becomes of this event besides what is set; `null` if it is not meant. */
function ownChange(event: KeptEvent, of: Meant<EventChange>): Partial<KeptEvent> | null {
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
