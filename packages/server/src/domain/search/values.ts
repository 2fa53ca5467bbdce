import type { Comparison } from './wildcard.ts';
import { SearchSyntaxError, type Filter, type Pattern, type Value } from './ast.ts';
import { nearest } from './nearest.ts';

/** Text without a wildcard. */
export function exactText(value: Value, what: string): string {
  if (value.pieces.length === 1) return value.pieces[0]!;
  throw new SearchSyntaxError(value, `${what} cannot contain the wildcard "*".`);
}

/** Values that can be any text: those without a wildcard as they are, the others as patterns. */
export function textsOf(filter: Filter): { exact: string[]; patterns: Pattern[] } {
  requireEquality(filter);
  return {
    exact: filter.values.filter(({ pieces }) => pieces.length === 1).map(({ pieces }) => pieces[0]!),
    patterns: filter.values.filter(({ pieces }) => pieces.length > 1),
  };
}

/** Values out of a closed list. */
export function wordsOf<T extends string>(filter: Filter, known: readonly T[]): T[] {
  requireEquality(filter);
  return filter.values.map((value) => {
    const text = exactText(value, `"${filter.key}:"`);
    const found = known.find((word) => word === text);
    if (found !== undefined) return found;
    const message = `Unknown value "${text}". "${filter.key}:" accepts ${known.join(', ')}.`;
    throw new SearchSyntaxError(value, message, nearest(text, known));
  });
}

export function requireEquality(filter: Filter): void {
  if (filter.operator === '=') return;
  throw new SearchSyntaxError(
    filter,
    `"${filter.key}:" cannot be compared with "${filter.operator}". Write ${filter.key}:value.`,
  );
}

/** The bounds of a number: all of these. */
export type Bound = { comparison: Comparison; value: number };

export function numberBounds(filter: Filter): Bound[][] {
  return filter.values.map((value) => {
    const text = value.pieces.join('*');
    if (!/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) {
      throw new SearchSyntaxError(value, `"${filter.key}:" needs a number, such as ${filter.key}:>10.`);
    }
    return boundsOf(filter, { fromMs: Number(text), toMs: Number(text) }, false);
  });
}

/** `-24h` is since then, `+7d` is longer ago; a date is its day, a time its minute or second. In UTC by default. */
export function timeBounds(filter: Filter, nowMs: number): Bound[][] {
  return filter.values.map((value) => {
    const text = value.pieces.join('*');
    const relative = RELATIVE.exec(text);
    if (relative) {
      const [, sign, amount, unit] = relative;
      const atMs = nowMs - Number(amount) * unitMs[unit as keyof typeof unitMs];
      if (filter.operator !== '=') return boundsOf(filter, { fromMs: atMs, toMs: atMs }, false);
      return [{ comparison: sign === '-' ? '>=' : '<=', value: atMs }];
    }
    const timestamp = timestampOf(text);
    if (timestamp) return boundsOf(filter, timestamp, true);
    throw new SearchSyntaxError(
      value,
      `"${text}" is not a time. Write ${filter.key}:-24h for the last 24 hours, ${filter.key}:+7d for longer ago, or a date: ${filter.key}:>2026-11-01.`,
    );
  });
}

const RELATIVE = /^([-+])(\d{1,6})([smhdw])$/;
const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

function timestampOf(text: string): { fromMs: number; toMs: number } | null {
  const read = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!read) return null;
  const [, day, minute, second, zone] = read;
  const fromMs = Date.parse(`${day}T${minute ?? '00:00'}${second ?? ':00'}${zone ?? 'Z'}`);
  const lengthMs = minute === undefined ? unitMs.d : second === undefined ? unitMs.m : unitMs.s;
  return Number.isNaN(fromMs) ? null : { fromMs, toMs: fromMs + lengthMs };
}

/** Half-open: `toMs` is excluded. */
function boundsOf({ operator }: Filter, { fromMs, toMs }: { fromMs: number; toMs: number }, half: boolean): Bound[] {
  const end = half ? '<' : '<=';
  switch (operator) {
    case '=':
      return [
        { comparison: '>=', value: fromMs },
        { comparison: end, value: toMs },
      ];
    case '>':
      return [{ comparison: half ? '>=' : '>', value: toMs }];
    case '>=':
      return [{ comparison: '>=', value: fromMs }];
    case '<':
      return [{ comparison: '<', value: fromMs }];
    case '<=':
      return [{ comparison: end, value: toMs }];
  }
}
