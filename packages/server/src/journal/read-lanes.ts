import type { ProjectId } from '@seismo/protocol';
import { isInShare, positionOf } from '#platform/lanes.ts';
import type { JournalRecord, ReadLimits } from './contract.ts';

/**
 * Reads an equal share of each lane, in the given order, and divides the rest among the lanes that have more. Returns
 * the records by sequence, and the last lane that got its first share: the next read begins after it, so that no lane
 * waits longer than the others' shares.
 */
export function readLanes(
  lanes: readonly number[],
  { entriesMax, bytesMax, after: from = [] }: ReadLimits,
  entriesOf: (lane: number, afterSequence: number, count: number) => Iterable<JournalRecord>,
): { records: JournalRecord[]; lastLane: number | null } {
  const records: JournalRecord[] = [];
  let bytesLeft = bytesMax;
  let lastLane: number | null = null;

  /** Returns the sequence to continue after, or `null` if the lane is empty. An entry that does not fit is left for the next read. */
  function readShare(lane: number, after: number, count: number, bytes: number): number | null {
    let [last, taken, left] = [after, 0, bytes];
    for (const record of entriesOf(lane, after, count)) {
      const { byteLength } = record.body;
      if (byteLength > bytesLeft && records.length > 0) {
        bytesLeft = 0;
        return last;
      }
      if (byteLength > left && taken > 0) return last;
      records.push(record);
      last = record.sequence;
      taken += 1;
      left -= byteLength;
      bytesLeft -= byteLength;
    }
    return taken === count ? last : null;
  }

  let waiting = lanes.map((lane) => ({ lane, after: positionOf(from, lane) }));
  for (let round = 0; waiting.length > 0 && records.length < entriesMax && bytesLeft > 0; round++) {
    const share = Math.max(1, Math.floor((entriesMax - records.length) / waiting.length));
    const shareBytes = bytesLeft / waiting.length;
    const more: typeof waiting = [];
    for (const { lane, after } of waiting) {
      if (records.length === entriesMax || bytesLeft <= 0) break;
      const before = records.length;
      const last = readShare(lane, after, share, shareBytes);
      if (last !== null) more.push({ lane, after: last });
      if (round === 0 && records.length > before) lastLane = lane;
    }
    waiting = more;
  }
  return { records: records.toSorted((one, other) => one.sequence - other.sequence), lastLane };
}

/** Remembers which lane is next. */
export class LaneTurns {
  readonly #last = new Map<number, number>();

  /** The waiting lanes that the limits allow, round-robin, starting after the last one read. */
  lanes(waiting: readonly number[], { only, except = [], share = everyLane }: ReadLimits): number[] {
    const isNamed = (lane: number) =>
      (only === undefined || lane === only) && isInShare(lane, share) && !except.includes(lane as ProjectId);
    const last = this.#last.get(share.index) ?? 0;
    const named = waiting.filter(isNamed);
    return [...named.filter((lane) => lane > last), ...named.filter((lane) => lane <= last)];
  }

  ended({ only, share = everyLane }: ReadLimits, lastLane: number | null): void {
    if (only === undefined && lastLane !== null) this.#last.set(share.index, lastLane);
  }
}

const everyLane = { index: 0, count: 1 };
