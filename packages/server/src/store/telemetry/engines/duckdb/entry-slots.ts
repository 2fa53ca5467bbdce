import { createHash } from 'node:crypto';
import {
  BIGINT,
  DuckDBListValue,
  LIST,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { EntryName } from '../../condition.ts';
import { tagText } from './values.ts';

/**
 * Tags and attributes lie beside their whole text in narrow columns, each key in the one that its hash says. A search for a
 * tag then reads one of them, in which a value that repeats is kept once and looked at once, instead of all that events carry.
 */
const SLOT_COUNTS: Record<EntryName['entry'], number> = { tags: 16, attributes: 8 };

/** In the order of the table. */
export const slots = (['tags', 'attributes'] as const).flatMap((entry) =>
  Array.from({ length: SLOT_COUNTS[entry] }, (_, slot) => ({ entry, slot, column: columnName(entry, slot) })),
);

/** The column of a key. */
export function columnOf({ entry, key }: EntryName): string {
  return columnName(entry, slotOf(entry, key.toWellFormed()));
}

/** The texts of each slot: JSON objects like the whole, `''` where nothing is. */
export function slotTexts(entry: EntryName['entry'], entries: Record<string, string>): string[] {
  const parts: [key: string, value: string][][] = Array.from({ length: SLOT_COUNTS[entry] }, () => []);
  for (const pair of Object.entries(entries)) parts[slotOf(entry, pair[0].toWellFormed())]!.push(pair);
  // As an object's own property also where the key is `__proto__`.
  return parts.map((part) => (part.length === 0 ? '' : tagText(Object.fromEntries(part))));
}

function columnName(entry: string, slot: number): string {
  return `${entry}_${slot.toString(16)}`;
}

/** Keys come again and again; hostile ones do not fill the memory. */
const known = new Map<string, number>();
const KNOWN_COUNT_MAX = 2000;

function slotOf(entry: EntryName['entry'], key: string): number {
  let digit = known.get(key);
  if (digit === undefined) {
    if (known.size >= KNOWN_COUNT_MAX) known.clear();
    digit = Number.parseInt(createHash('md5').update(key).digest('hex')[0]!, 16);
    known.set(key, digit);
  }
  return digit % SLOT_COUNTS[entry];
}

/**
 * Of events that were stored before there were slots. Some rows at a time, each kept before the next: a change of all of them
 * at once would have to fit into memory. Doing it again comes to the same.
 */
export async function fillSlots(connection: DuckDBConnection): Promise<void> {
  const [last] = (await connection.runAndReadAll('select max(rowid)::bigint from events')).getRows();
  const lastRow = Number(last?.[0] ?? -1);
  for (let from = 0; from <= lastRow; from += FILL_ROW_COUNT) {
    const span = { from: BigInt(from), to: BigInt(from + FILL_ROW_COUNT) };
    const within = 'rowid >= $from and rowid < $to';
    const some = await connection.runAndReadAll(`select rowid, tags, attributes from events where ${within}`, span);
    const rows = some.getRows();
    const values: Record<string, DuckDBValue> = {
      ...span,
      row: new DuckDBListValue(rows.map(([row]) => row!)),
    };
    const types: Record<string, DuckDBType> = { from: BIGINT, to: BIGINT, row: LIST(BIGINT) };
    for (const [entry, at] of [
      ['tags', 1],
      ['attributes', 2],
    ] as const) {
      const parts = rows.map((row) => slotTexts(entry, JSON.parse(String(row[at])) as Record<string, string>));
      for (const { column, slot } of slots.filter((each) => each.entry === entry)) {
        values[column] = new DuckDBListValue(parts.map((part) => part[slot]!));
        types[column] = LIST(VARCHAR);
      }
    }
    const columns = slots.map(({ column }) => column);
    await connection.run(
      `update events set ${columns.map((column) => `${column} = filled.${column}`).join(', ')}
       from (select unnest($row) as id, ${columns.map((column) => `unnest($${column}) as ${column}`).join(', ')}) as filled
       where events.rowid = filled.id and events.${within.replace('and rowid', 'and events.rowid')}`,
      values,
      types,
    );
    await connection.run('checkpoint telemetry');
  }
}

const FILL_ROW_COUNT = 16_384;
