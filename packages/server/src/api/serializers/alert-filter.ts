import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import { parse } from '../parse.ts';

/** A condition of Sentry's alerts. */
export interface AlertCondition {
  type: string;
  comparison: unknown;
}

/** A search of issues that has no conditions of Sentry. */
const queryType = 'seismo_query';

/** How conditions of Sentry that filter issues are terms of a search of issues. */
interface Filter {
  /** Refuses a comparison that has no term; `at` is its field. */
  toTerm(comparison: unknown, at: string): string;
  /** `undefined`: the term is of another condition. */
  toComparison(term: string): unknown;
}

const levels = ['fatal', 'error', 'warning', 'info', 'debug'];
const levelOf = (number: number): number => levels.length - number / 10;
const levelNumber = (name: string): number => (levels.length - levels.indexOf(name)) * 10;

const priorities: Record<number, string> = { 75: 'high', 50: '[high,medium]' };
const units: Record<string, string> = { minute: 'm', hour: 'h', day: 'd', week: 'w' };

/** Tags of Sentry that are fields of events here. */
const fieldTags = ['release', 'dist', 'transaction', 'level'];
const attributes: Record<string, string> = {
  environment: 'environment',
  platform: 'platform',
  'user.id': 'user.id',
  'user.email': 'user.email',
  'user.username': 'user.username',
  'user.ip_address': 'user.ip',
  'http.method': 'http.method',
  'http.url': 'url',
  'http.status_code': 'http.status_code',
  'sdk.name': 'sdk.name',
};

const match = z.enum(['eq', 'ne', 'co', 'nc', 'sw', 'ew', 'is', 'ns'], 'Use eq, ne, co, nc, sw, ew, is or ns.');
const text = z.union([z.string(), z.number()]).nullish();

const filters: Record<string, Filter> = {
  level: {
    toTerm(comparison, at) {
      const schema = z.strictObject({
        match: z.enum(['eq', 'gte', 'lte'], 'Use eq, gte or lte.'),
        level: z.coerce.number().refine((number) => [10, 20, 30, 40, 50].includes(number), 'Use 50, 40, 30, 20 or 10.'),
      });
      const read = readAt(schema, comparison, at);
      const index = levelOf(read.level);
      if (read.match === 'eq') return `level:${levels[index]}`;
      const within = read.match === 'gte' ? levels.slice(0, index + 1) : levels.slice(index).toReversed();
      return `level:[${within.join(',')}]`;
    },
    toComparison(term) {
      const [, list, one] = /^level:(?:\[([a-z,]+)\]|([a-z]+))$/.exec(term) ?? [];
      const names = (list ?? one ?? '').split(',');
      if (!names.every((name) => levels.includes(name))) return undefined;
      const isUpward = names[0] === 'fatal';
      return { match: one ? 'eq' : isUpward ? 'gte' : 'lte', level: levelNumber(names.at(-1)!) };
    },
  },
  issue_priority_greater_or_equal: {
    toTerm(comparison, at) {
      const priority = typeof comparison === 'number' ? priorities[comparison] : undefined;
      if (priority === undefined) throw refuse(at, 'Use 75 or 50. Every issue has at least a low priority.');
      return `issue.priority:${priority}`;
    },
    toComparison: (term) => {
      const found = Object.entries(priorities).find(([, priority]) => term === `issue.priority:${priority}`);
      return found && Number(found[0]);
    },
  },
  issue_occurrences: {
    toTerm(comparison, at) {
      const { value } = readAt(z.strictObject({ value: z.coerce.number().int().positive() }), comparison, at);
      return `timesSeen:>=${value}`;
    },
    toComparison: (term) => numberIn(/^timesSeen:>=(\d{1,9})$/, term),
  },
  age_comparison: {
    toTerm(comparison, at) {
      const schema = z.strictObject({
        comparisonType: z.enum(['older', 'newer'], 'Use older or newer.'),
        time: z.enum(['minute', 'hour', 'day', 'week'], 'Use minute, hour, day or week.'),
        value: z.coerce.number().int().positive(),
      });
      const { comparisonType, time, value } = readAt(schema, comparison, at);
      return `firstSeen:${comparisonType === 'older' ? '+' : '-'}${value}${units[time]}`;
    },
    toComparison(term) {
      const [, sign, value, unit] = /^firstSeen:([+-])(\d{1,9})([mhdw])$/.exec(term) ?? [];
      const time = Object.keys(units).find((name) => units[name] === unit);
      return time && { comparisonType: sign === '+' ? 'older' : 'newer', time, value: Number(value) };
    },
  },
  latest_release: {
    toTerm: (comparison, at) => always(comparison, at, 'release:latest'),
    toComparison: (term) => (term === 'release:latest' ? true : undefined),
  },
  assigned_to: {
    toTerm(comparison, at) {
      const schema = z.strictObject({ targetType: z.string(), targetIdentifier: text });
      const { targetType } = readAt(schema, comparison, at);
      if (targetType === 'Unassigned') return 'is:unassigned';
      throw refuse(`${at}.targetType`, `Use the condition ${queryType} with "assigned:#team" or an email address.`);
    },
    toComparison: (term) => (term === 'is:unassigned' ? { targetType: 'Unassigned', targetIdentifier: '' } : undefined),
  },
  issue_category: {
    toTerm(comparison, at) {
      const { value } = readAt(z.strictObject({ value: z.coerce.number() }), comparison, at);
      if (value !== 1) throw refuse(`${at}.value`, 'Issues of Seismo are errors: use 1.');
      return 'issue.category:error';
    },
    toComparison: (term) => (term === 'issue.category:error' ? { value: 1 } : undefined),
  },
  tagged_event: {
    toTerm(comparison, at) {
      const { key, ...read } = readAt(z.strictObject({ key: z.string(), match, value: text }), comparison, at);
      if (!/^[\w.:-]{1,200}$/.test(key)) throw refuse(`${at}.key`, 'Use letters, digits and . : _ - only.');
      return textTerm(fieldTags.includes(key) || Object.hasOwn(attributes, key) ? key : `tags[${key}]`, read, at);
    },
    toComparison(term) {
      const { key = '', ...read } = readTextTerm(term) ?? {};
      const [, tag] = /^tags\[([\w.:-]+)\]$/.exec(key) ?? [];
      const name = tag ?? (fieldTags.includes(key) ? key : undefined);
      return name && { key: name, ...read };
    },
  },
  event_attribute: {
    toTerm(comparison, at) {
      const { attribute, ...read } = readAt(
        z.strictObject({ attribute: z.string(), match, value: text }),
        comparison,
        at,
      );
      const key = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
      if (!key) throw refuse(`${at}.attribute`, `Use one of ${Object.keys(attributes).join(', ')}, or ${queryType}.`);
      return textTerm(key, read, at);
    },
    toComparison(term) {
      const { key, ...read } = readTextTerm(term) ?? {};
      const attribute = Object.keys(attributes).find((name) => attributes[name] === key);
      return attribute && { attribute, ...read };
    },
  },
};

/** A search of issues as conditions of Sentry, all of which must hold. */
export function filtersOf(query: string): AlertCondition[] {
  const terms = query.match(/(?:[^\s"[\]]|"(?:[^"\\]|\\.)*"|\[[^\]]*\])+/g) ?? [];
  const found = terms.map((term): AlertCondition | undefined => {
    for (const [type, filter] of Object.entries(filters)) {
      const comparison = filter.toComparison(term);
      if (comparison !== undefined) return { type, comparison };
    }
    return undefined;
  });
  const known = found.filter((condition) => condition !== undefined);
  const isWhole = known.length === terms.length && terms.join(' ') === query && termsOf(known) === query;
  return isWhole ? known : [{ type: queryType, comparison: query }];
}

/** The search of issues that is these conditions; `at` is the field of the list. */
export function queryOf(conditions: readonly AlertCondition[], at: string): string {
  const own = conditions.findIndex(({ type }) => type === queryType);
  if (own === -1) return termsOf(conditions, at);
  if (conditions.length > 1) throw refuse(`${at}.${own}`, `${queryType} is a whole search; put all terms into it.`);
  return readAt(z.string(), conditions[own]!.comparison, `${at}.${own}.comparison`);
}

function termsOf(conditions: readonly AlertCondition[], at = ''): string {
  return conditions
    .map(({ type, comparison }, index) => {
      const filter = Object.hasOwn(filters, type) ? filters[type] : undefined;
      if (filter) return filter.toTerm(comparison, `${at}.${index}.comparison`);
      const known = [...Object.keys(filters), queryType].join(', ');
      throw refuse(`${at}.${index}.type`, `Seismo does not have "${type.slice(0, 100)}". Use one of ${known}.`);
    })
    .join(' ');
}

type TextMatch = z.infer<typeof match>;
/** Asterisks around the text, and what the negation of the match is. */
const wildcards: Record<string, [before: string, after: string]> = {
  eq: ['', ''],
  co: ['*', '*'],
  sw: ['', '*'],
  ew: ['*', ''],
};

function textTerm(
  key: string,
  { match: how, value }: { match: TextMatch; value?: string | number | null | undefined },
  at: string,
): string {
  if (how === 'is' || how === 'ns') return `${how === 'ns' ? '!' : ''}has:${key}`;
  const written = String(value ?? '');
  if (written === '') throw refuse(`${at}.value`, 'Enter a value.');
  const isNegated = how === 'ne' || how === 'nc';
  const [before, after] = wildcards[how === 'ne' ? 'eq' : how === 'nc' ? 'co' : how]!;
  return `${isNegated ? '!' : ''}${key}:"${before}${written.replaceAll(/[\\"*]/g, String.raw`\$&`)}${after}"`;
}

function readTextTerm(term: string): { key: string; match: TextMatch; value?: string } | undefined {
  const [, not, presence] = /^(!?)has:(.+)$/.exec(term) ?? [];
  if (presence) return { key: presence, match: not ? 'ns' : 'is' };
  const [, negation, key, before, escaped, after] =
    /^(!?)([^:"]+|tags\[[^\]]+\]):"(\*?)((?:[^"\\*]|\\.)+)(\*?)"$/.exec(term) ?? [];
  if (key === undefined) return undefined;
  const found = Object.keys(wildcards).find((one) => wildcards[one]!.join('|') === `${before}|${after}`)!;
  const negated: Record<string, string> = { eq: 'ne', co: 'nc' };
  const how = (negation ? negated[found] : found) as TextMatch | undefined;
  return how && { key, match: how, value: escaped!.replaceAll(/\\(.)/g, '$1') };
}

function numberIn(pattern: RegExp, term: string): { value: number } | undefined {
  const [, value] = pattern.exec(term) ?? [];
  return value === undefined ? undefined : { value: Number(value) };
}

function always(comparison: unknown, at: string, term: string): string {
  if (comparison === true) return term;
  throw refuse(at, 'Use true.');
}

/** Reads a part of a body; the refusal names its field. */
export function readAt<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  try {
    return parse(schema, value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [, field, message] = /^([\w.]+): (.*)$/.exec(error.message) ?? [];
    throw field && field !== 'body' ? refuse(`${at}.${field}`, message!) : refuse(at, message ?? error.message);
  }
}

export const refuse = (at: string, message: string): Refusal => new Refusal('invalid', `${at}: ${message}`);
