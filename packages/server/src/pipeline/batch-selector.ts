import { limits, type ProjectId } from '@seismo/protocol';
import type { Journal, JournalRecord } from '#journal/contract.ts';
import type { LanePosition } from '#platform/lanes.ts';
import { isOperation } from './operations.ts';

const RETRY_WAIT_MS_MIN = 100;
const RETRY_WAIT_MS_MAX = 5_000;
/** Shrink batches until an entry that a store refuses is alone. */
const SMALLER = 1 / 8;

/** A lane whose entries share no batch with others. */
interface IsolatedLane {
  entriesMax: number;
  waitMs: number;
  dueAtMs: number;
}

export interface Selected {
  records: JournalRecord[];
  /** The next batch need not wait for more entries. */
  isFull: boolean;
}

/**
 * Decides which entries are the next batch. Most lanes share one. A lane goes alone if its next entry is an operation
 * or was tried before, or if a batch with its entries failed, until a batch of only its entries is applied: so it
 * delays no other lane. Batches of lanes that go alone alternate with those of all others.
 */
export class BatchSelector {
  readonly #journal: Pick<Journal, 'read'>;
  /** In the order of their turns. */
  readonly #alone = new Map<ProjectId, IsolatedLane>();
  #entriesMax: number;
  /** As many entries as a batch can have by their records. */
  #roomFor = limits.BATCH_ENTRY_COUNT_MAX;
  #waitMs = RETRY_WAIT_MS_MIN;
  #wasAlone = false;

  constructor(journal: Pick<Journal, 'read'>, entriesMaxFirst: number) {
    this.#journal = journal;
    this.#entriesMax = entriesMaxFirst;
  }

  /** Empty if nothing is due. */
  async next(nowMs: number): Promise<Selected> {
    for (;;) {
      const [due] = [...this.#alone].filter(([, { dueAtMs }]) => dueAtMs <= nowMs);
      if (due && !this.#wasAlone) {
        this.#wasAlone = true;
        const [lane, { entriesMax }] = due;
        const records = await this.#read({ only: lane, entriesMax });
        if (records.length > 0)
          return { records: records.slice(0, Math.max(1, batchableCount(records))), isFull: true };
        this.#alone.delete(lane);
        continue;
      }
      this.#wasAlone = false;
      const entriesMax = this.#sharedMax();
      const read = await this.#read({ except: [...this.#alone.keys()], entriesMax });
      const { records, waiting } = batchable(read);
      for (const lane of waiting) this.#alone.set(lane, { entriesMax: 1, waitMs: RETRY_WAIT_MS_MIN, dueAtMs: nowMs });
      if (records.length > 0) return { records, isFull: isFull(read, entriesMax) || this.untilDueMs(nowMs) === 0 };
      if (this.untilDueMs(nowMs) !== 0) return { records, isFull: false };
    }
  }

  /** The batch after one that is being applied and has the entries up to these positions. Empty if a lane has to go alone: it has its turn first. */
  async after(positions: readonly LanePosition[]): Promise<Selected> {
    if (this.#alone.size > 0) return { records: [], isFull: false };
    const entriesMax = this.#sharedMax();
    const read = await this.#read({ after: positions, entriesMax });
    const { records, waiting } = batchable(read);
    return { records: waiting.length > 0 ? [] : records, isFull: isFull(read, entriesMax) };
  }

  /** Time until a lane that goes alone is due; `null` if none waits. */
  untilDueMs(nowMs: number): number | null {
    if (this.#alone.size === 0) return null;
    return Math.max(0, Math.min(...[...this.#alone.values()].map(({ dueAtMs }) => dueAtMs)) - nowMs);
  }

  /** The first of these entries, as many as one batch can have, are in the stores. */
  applied(records: readonly JournalRecord[], count: number): void {
    for (const { projectId } of records.slice(0, count)) this.#alone.delete(projectId);
    this.#entriesMax = limits.BATCH_ENTRY_COUNT_MAX;
    // The next entries are probably as large. Reading an eighth more finds out when they are not.
    this.#roomFor =
      count < records.length ? count : Math.min(limits.BATCH_ENTRY_COUNT_MAX, Math.ceil((this.#roomFor * 9) / 8));
    this.#waitMs = RETRY_WAIT_MS_MIN;
  }

  /** The stores refused these entries but accept others. Returns how long their lanes wait. */
  failed(records: readonly JournalRecord[], nowMs: number): number {
    const lanes = new Set(records.map(({ projectId }) => projectId));
    const entriesMax = smaller(records.length);
    const [lane] = lanes;
    const waitMs = lanes.size > 1 ? 0 : (this.#alone.get(lane!)?.waitMs ?? RETRY_WAIT_MS_MIN);
    for (const each of lanes) {
      this.#alone.delete(each);
      const next = Math.min(Math.max(waitMs * 2, RETRY_WAIT_MS_MIN), RETRY_WAIT_MS_MAX);
      this.#alone.set(each, { entriesMax, waitMs: next, dueAtMs: nowMs + waitMs });
    }
    return waitMs;
  }

  /** The stores accept nothing from any lane. Returns how long all lanes wait. */
  stopped(records: readonly JournalRecord[]): number {
    const waitMs = this.#waitMs;
    this.#entriesMax = smaller(records.length);
    this.#waitMs = Math.min(waitMs * 2, RETRY_WAIT_MS_MAX);
    return waitMs;
  }

  /** As many entries as a batch of several lanes may have. */
  #sharedMax(): number {
    return Math.min(this.#entriesMax, this.#roomFor);
  }

  #read(which: Omit<Parameters<Journal['read']>[0], 'bytesMax'>): Promise<JournalRecord[]> {
    return this.#journal.read({ ...which, bytesMax: limits.BATCH_BYTES_MAX });
  }
}

/** There are probably more: an entry that does not fit into the bytes of a batch is left for the next one. */
function isFull(read: readonly JournalRecord[], entriesMax: number): boolean {
  const bytes = read.reduce((sum, { body }) => sum + body.byteLength, 0);
  return read.length === entriesMax || bytes > limits.BATCH_BYTES_MAX / 2;
}

/** The entries that lanes can share a batch with, and the lanes that have none. */
function batchable(read: readonly JournalRecord[]): { records: JournalRecord[]; waiting: ProjectId[] } {
  const records: JournalRecord[] = [];
  const waiting: ProjectId[] = [];
  for (const [lane, ofLane] of Map.groupBy(read, ({ projectId }) => projectId)) {
    const count = batchableCount(ofLane);
    records.push(...ofLane.slice(0, count));
    if (count === 0) waiting.push(lane);
  }
  return { records: records.toSorted((one, other) => one.sequence - other.sequence), waiting };
}

/** How many of a lane's next entries can be in one batch. */
function batchableCount(records: readonly JournalRecord[]): number {
  const alone = records.findIndex((record) => record.tries > 0 || isOperation(record));
  return alone < 0 ? records.length : alone;
}

function smaller(entries: number): number {
  return Math.max(1, Math.floor(entries * SMALLER));
}
