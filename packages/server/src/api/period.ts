import type { RangeName, TimeRange } from '#query/range.ts';
import { Refusal } from '#platform/refusal.ts';
import { text, type Query } from './parameters.ts';

export const period = { statsPeriod: text, start: text, end: text };

const hours: [RangeName, number][] = [
  ['1h', 1],
  ['24h', 24],
  ['7d', 7 * 24],
  ['14d', 14 * 24],
  ['30d', 30 * 24],
  ['90d', 90 * 24],
];
const unitHours: Record<string, number> = { s: 1 / 3600, m: 1 / 60, h: 1, d: 24, w: 7 * 24 };

/**
 * The time range of a request in Sentry's parameters: `statsPeriod`, or `start` to `end`. If both are present the
 * period wins, as in Sentry; `null` if both are absent.
 */
export function readPeriod({ statsPeriod, start, end }: Query<typeof period>): TimeRange | null {
  if (statsPeriod && statsPeriod !== 'auto') return readStatsPeriod(statsPeriod);
  if (!start && !end) return null;
  if (!start || !end) throw new Refusal('invalid', `Add ${start ? 'an end' : 'a start'}: a time range needs both.`);
  const [fromMs, toMs] = [readTimestamp('start', start), readTimestamp('end', end)];
  if (fromMs >= toMs) throw new Refusal('invalid', 'The start must be before the end.');
  return { fromMs, toMs };
}

/** The smallest range that contains the requested period. */
function readStatsPeriod(statsPeriod: string): RangeName {
  const [, number, unit] = /^(\d{1,6})([smhdw])$/.exec(statsPeriod) ?? [];
  if (!number || !unit) throw new Refusal('invalid', 'Invalid statsPeriod. Use a value such as 24h or 14d.');
  const lengthMs = Number(number) * unitHours[unit]!;
  return hours.find(([, length]) => lengthMs <= length)?.[0] ?? '90d';
}

const TIMESTAMP =
  /^((?:19[7-9]\d|20\d\d)-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,3})\d{0,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** ISO 8601. A date alone is its start, and the default zone is UTC. */
function readTimestamp(name: 'start' | 'end', text: string): number {
  const [read, day = '', minute = '00:00', second = '00', part = '0', zone = 'Z'] = TIMESTAMP.exec(text) ?? [];
  const atMs = read === undefined ? Number.NaN : Date.parse(`${day}T${minute}:${second}.${part}${withColon(zone)}`);
  // Some engines parse a nonexistent day as one of the next month.
  if (!Number.isNaN(atMs) && new Date(Date.parse(`${day}T00:00Z`)).toISOString().startsWith(day)) return atMs;
  const plus = / \d\d:?\d\d$/.test(text) ? ' In a URL, write the "+" of a time zone as %2B.' : '';
  throw new Refusal(
    'invalid',
    `Invalid ${name}: "${text.slice(0, 40)}". Use a time such as 2026-11-21T09:30:00Z.${plus}`,
  );
}

const withColon = (zone: string) => zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
