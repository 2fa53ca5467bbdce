import type { IssueCondition, IssueField, IssueNumber, TextField } from './issue-condition.ts';
import type { EventColumn, EventCondition, EntryName } from './event-condition.ts';
import type { Filter } from './ast.ts';
import { requireEquality, numberBounds, textsOf, timeBounds, wordsOf } from './values.ts';

/** The kinds of keys; `keys.ts` lists the keys. */

export function issueField(field: IssueField, known?: readonly string[]) {
  return (filter: Filter): IssueCondition => {
    if (known) return { field, is: wordsOf(filter, known) };
    const { exact, patterns } = textsOf(filter);
    if (patterns.length === 0) return { field, is: exact };
    return { any: [{ field, is: exact }, ...patterns.map(({ pieces }) => ({ field, like: pieces }))] };
  };
}

export function issueNumber(number: IssueNumber) {
  return (filter: Filter): IssueCondition => ({
    any: numberBounds(filter).map((bounds) => ({ all: bounds.map((bound) => ({ number, ...bound })) })),
  });
}

export function issueTime(number: IssueNumber) {
  return (filter: Filter, { nowMs }: { nowMs: number }): IssueCondition => ({
    any: timeBounds(filter, nowMs).map((bounds) => ({ all: bounds.map((bound) => ({ number, ...bound })) })),
  });
}

export function eventTime(time: 'atMs' | 'receivedAtMs') {
  return (filter: Filter, { nowMs }: { nowMs: number }): EventCondition => ({
    any: timeBounds(filter, nowMs).map((bounds) => ({ all: bounds.map((bound) => ({ time, ...bound })) })),
  });
}

export function eventColumn(column: EventColumn, known?: readonly string[]) {
  return (filter: Filter): EventCondition => {
    if (known) return { column, is: wordsOf(filter, known) };
    const { exact, patterns } = textsOf(filter);
    if (patterns.length === 0) return { column, is: exact };
    return { any: [{ column, is: exact }, ...patterns.map(({ pieces }) => ({ column, like: pieces }))] };
  };
}

/** Entries compare as text, or as numbers with a comparison operator. `""` is a missing entry. */
export function eventEntry(entry: EntryName['entry'], key: string) {
  const name = { entry, key };
  return (filter: Filter): EventCondition => {
    if (filter.operator !== '=') return { all: numberBounds(filter)[0]!.map((bound) => ({ ...name, ...bound })) };
    const { exact, patterns } = textsOf(filter);
    const parts: EventCondition[] = [
      { ...name, is: exact },
      ...patterns.map(({ pieces }) => ({ ...name, like: pieces })),
    ];
    return { any: exact.includes('') ? [...parts, { not: hasEntry(entry, key) }] : parts };
  };
}

export function hasColumn(column: EventColumn): EventCondition {
  return { not: { column, is: [''] } };
}

export function hasEntry(entry: EntryName['entry'], key: string): EventCondition {
  return { entry, key, known: true };
}

/** Text keys match whole words in order, or a prefix before a star. */
export function textCondition(...fields: TextField[]) {
  return (filter: Filter): IssueCondition => {
    requireEquality(filter);
    return { any: filter.values.map(({ pieces }) => ({ text: pieces, whole: true, in: fields })) };
  };
}

export function inTitle(filter: Filter): EventCondition {
  requireEquality(filter);
  return { any: filter.values.map(({ pieces }) => ({ text: pieces, in: 'title' })) };
}
