import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventId } from '@seismo/protocol';
import { bindings } from '../values.ts';

/**
 * A Bloom filter of all stored event IDs. For a batch of new events, which nearly every batch is, no column of IDs is
 * read. It follows the table by sequence, so appends need not know it.
 */
export interface EventIdFilter {
  /** The IDs that may be stored; the others are surely not. */
  possiblyStored(connection: DuckDBConnection, ids: readonly EventId[]): Promise<EventId[]>;
  /** Rows beyond this sequence were removed, and others may follow. */
  truncated(sequence: number): void;
}

/** With five probes, at most one new ID in thirty, and usually one in a thousand, is a false positive. */
const BITS_PER_ID_MIN = 8;
const BITS_PER_ID_NEW = 24;
const PROBES = 5;
/** 16 MiB. Beyond 16 million events there are fewer bits per ID, and more lookups read the table. */
const BIT_COUNT_MAX = 2 ** 27;
const BIT_COUNT_MIN = 2 ** 16;

export function createEventIdFilter(): EventIdFilter {
  let bits = new Uint32Array(BIT_COUNT_MIN / 32);
  let count = 0;
  let filledTo = -1;
  let truncatedTo = Infinity;
  let following: Promise<void> = Promise.resolve();

  const add = (low: number, high: number): void => {
    const mask = bits.length * 32 - 1;
    for (let probe = 0, at = low; probe < PROBES; probe += 1, at += high | 1) {
      const bit = at & mask;
      bits[bit >>> 5]! |= 1 << (bit & 31);
    }
    count += 1;
  };
  const mayHave = (low: number, high: number): boolean => {
    const mask = bits.length * 32 - 1;
    for (let probe = 0, at = low; probe < PROBES; probe += 1, at += high | 1) {
      const bit = at & mask;
      if ((bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  };

  /** Adds the rows stored since; sequences only grow, so these are all rows beyond the last one seen. */
  async function follow(connection: DuckDBConnection): Promise<void> {
    truncatedTo = Infinity;
    const stored = await connection.stream(
      `select ${words('event_id')}, sequence::double from events where sequence > $filledTo::bigint
       union all
       select ${words('event_id')}, sequence::double from thinned where sequence > $filledTo::bigint`,
      ...bound({ filledTo }),
    );
    let seenTo = filledTo;
    for (let chunk = await stored.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await stored.fetchChunk()) {
      const [lows, highs, sequences] = [0, 1, 2].map((column) => chunk!.getColumnVector(column));
      for (let row = 0; row < chunk.rowCount; row += 1) {
        add(Number(lows!.getItem(row)), Number(highs!.getItem(row)));
        seenTo = Math.max(seenTo, Number(sequences!.getItem(row)));
      }
    }
    filledTo = Math.min(seenTo, truncatedTo);
    if (count * BITS_PER_ID_MIN <= bits.length * 32 || bits.length * 32 === BIT_COUNT_MAX) return;
    bits = new Uint32Array(Math.min(BIT_COUNT_MAX, 2 ** Math.ceil(Math.log2(count * BITS_PER_ID_NEW))) / 32);
    count = 0;
    filledTo = -1;
    await follow(connection);
  }

  return {
    async possiblyStored(connection, ids) {
      // One at a time: a filter that is still being filled would deny IDs that it does not have yet.
      const turn = following.then(() => follow(connection));
      following = turn.catch(() => {});
      await turn;
      const hashed = await connection.run(
        `select ${words('event_id')} from (select unnest($ids::varchar[])::uuid as event_id)`,
        ...bound({ ids }),
      );
      const [lows, highs] = await hashed.getColumns();
      return ids.filter((_id, row) => mayHave(Number(lows![row]), Number(highs![row])));
    },
    truncated(sequence) {
      filledTo = Math.min(filledTo, sequence);
      truncatedTo = Math.min(truncatedTo, sequence);
    },
  };
}

/** DuckDB's own hash of a column in two words: numbers that cross over to here without an object for each. */
function words(column: string): string {
  return `(hash(${column}) & 4294967295)::uinteger, (hash(${column}) >> 32)::uinteger`;
}

function bound(parameters: Parameters<typeof bindings>[0]) {
  const { values, types } = bindings(parameters);
  return [values, types] as const;
}
