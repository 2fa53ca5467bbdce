import { createHash } from 'node:crypto';
import type { EntryName } from '#domain/search/event-condition.ts';
import type { Column } from './table.ts';

type Entries = Record<string, string>;

/**
 * Tags and attributes are stored as a whole and, beside it, distributed over narrow columns by the hash of their key. A search
 * for a tag then reads one narrow column, in which a repeated value is stored and compared once.
 */
const SLOT_COUNTS: Record<EntryName['entry'], number> = { tags: 16, attributes: 8 };

/** The columns of the slots, in the order of the table: texts of JSON objects like the whole, `''` where there is none. */
export function entryColumns(entry: EntryName['entry']): Column<Entries>[] {
  return Array.from({ length: SLOT_COUNTS[entry] }, (_, slot) => ({
    name: columnName(entry, slot),
    type: 'varchar',
    added: { version: 7, fallback: `''` },
    store: (entries: Entries) => slotTexts(entry, entries)[slot]!,
  }));
}

/** The column of a key. */
export function columnOf({ entry, key }: EntryName): string {
  return columnName(entry, slotOf(entry, key.toWellFormed()));
}

/** The text of a JSON object. Lone surrogates become replacement characters, and the last of equal keys wins. */
export function entryText(entries: Entries): string {
  const pairs = Object.entries(entries);
  // Nearly always true, and avoids a second object.
  if (pairs.every(([key, value]) => key.isWellFormed() && value.isWellFormed())) return JSON.stringify(entries);
  return JSON.stringify(Object.fromEntries(pairs.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()])));
}

/** Columns are filled one after the other; the entries of an event are distributed once for all of its slots. */
const distributed = { tags: new WeakMap<Entries, string[]>(), attributes: new WeakMap<Entries, string[]>() };

function slotTexts(entry: EntryName['entry'], entries: Entries): string[] {
  const known = distributed[entry].get(entries);
  if (known) return known;
  const parts: [key: string, value: string][][] = Array.from({ length: SLOT_COUNTS[entry] }, () => []);
  for (const pair of Object.entries(entries)) parts[slotOf(entry, pair[0].toWellFormed())]!.push(pair);
  // `fromEntries` makes `__proto__` an own property.
  const texts = parts.map((part) => (part.length === 0 ? '' : entryText(Object.fromEntries(part))));
  distributed[entry].set(entries, texts);
  return texts;
}

function columnName(entry: string, slot: number): string {
  return `${entry}_${slot.toString(16)}`;
}

/** Keys repeat. The limit bounds the memory that hostile keys can use. */
const digits = new Map<string, number>();
const DIGIT_COUNT_MAX = 2000;

function slotOf(entry: EntryName['entry'], key: string): number {
  let digit = digits.get(key);
  if (digit === undefined) {
    if (digits.size >= DIGIT_COUNT_MAX) digits.clear();
    digit = Number.parseInt(createHash('md5').update(key).digest('hex')[0]!, 16);
    digits.set(key, digit);
  }
  return digit % SLOT_COUNTS[entry];
}
