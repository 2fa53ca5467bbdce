import type { ProjectId } from '@seismo/protocol';
import { SearchSyntaxError, termsOf, type Filter, type Search, type Term, type Value } from '../search/ast.ts';
import { refuseFunction } from '../search/compile-search.ts';
import { parseSearch } from '../search/parse.ts';
import {
  exactText,
  numberBounds,
  requireEquality,
  textsOf,
  timeBounds,
  wordsOf,
  type Bound,
} from '../search/values.ts';
import { matchesPieces } from '../search/wildcard.ts';
import type { SpanCondition, SpanId, SpanNumber } from './span-condition.ts';
import { spanFieldNamed, spanFieldNames, type SpanAttribute, type SpanField } from './span-field.ts';

/** Context that the meaning of a search depends on. */
interface Known {
  nowMs: number;
  projects: readonly { id: ProjectId; slug: string }[];
}

/**
 * Compiles a search of spans: `span.op:db span.duration:>100ms http.response.status_code:500 checkout`. The language is that
 * of issues and events, the keys are in `span-field.ts`, and words are found in the name. Throws only `SearchSyntaxError`.
 */
export function compileSpanSearch(text: string, known: Known): SpanCondition {
  const search = readSpanSearch(text);
  // All terms first, so that the leftmost problem is reported.
  for (const term of termsOf(search)) conditionOf(term, known);
  return translated(search, known);
}

/** The terms of a search of spans, before their keys are resolved. */
export const readSpanSearch = (text: string): Search => parseSearch(text, isSpanKey);

/** The same for all names of a field, former ones too. */
export function spanKeyName({ key, tag }: Pick<Filter, 'key' | 'tag'>): string {
  return !tag && key === 'has' ? key : JSON.stringify(spanFieldNamed(key, tag));
}

function isSpanKey(name: string): boolean {
  return name === 'has' || spanFieldNames.includes(name);
}

function translated(search: Search, known: Known): SpanCondition {
  switch (search.kind) {
    case 'all':
      return { all: search.of.map((part) => translated(part, known)) };
    case 'any':
      return { any: search.of.map((part) => translated(part, known)) };
    case 'not':
      return { not: translated(search.of, known) };
    default:
      return conditionOf(search, known);
  }
}

function conditionOf(term: Term, known: Known): SpanCondition {
  if (term.kind === 'words') {
    if (!term.phrase) refuseFunction(term);
    const only = term.pieces.length === 1 && !term.phrase ? term.pieces[0]!.toLowerCase() : '';
    return TRACE_ID.test(only) ? { any: [{ traceId: only }, { text: term.pieces }] } : { text: term.pieces };
  }
  if (!term.tag && term.key === 'has') return hasAny(term);
  return filterOf(term, fieldNamed(term.key, term.tag, term), known);
}

const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;

function fieldNamed(name: string, isTag: boolean, at: Filter | Value): SpanField {
  const field = spanFieldNamed(name, isTag);
  if (field) return field;
  throw new SearchSyntaxError(at, `"${name.slice(0, 100)}" cannot be the name of an attribute.`);
}

function hasAny(filter: Filter): SpanCondition {
  requireEquality(filter);
  return { any: filter.values.map((value) => hasField(fieldNamed(exactText(value, '"has:"'), false, value))) };
}

function hasField(field: SpanField): SpanCondition {
  if (field.of === 'attribute') return hasAttribute(field);
  if (field.of === 'column') return { not: { column: field.column, is: [''] } };
  if (field.of === 'id') return { not: { id: field.id, is: [''] } };
  if (field.of === 'number' && field.number === 'serverSampleRate') {
    return { number: field.number, comparison: '>', value: 0 };
  }
  return { all: [] };
}

function hasAttribute({ typed }: SpanAttribute): SpanCondition {
  const names = Object.values(typed).filter((name) => name !== null);
  return { any: names.map((attribute) => ({ attribute, known: true })) };
}

function filterOf(filter: Filter, field: SpanField, known: Known): SpanCondition {
  switch (field.of) {
    case 'column':
      return columnOf(filter, field.column);
    case 'id':
      return { id: field.id, is: idsOf(filter, field.id) };
    case 'trace':
      return { any: textOfEach(filter, 'A trace ID', TRACE_ID).map((traceId) => ({ traceId })) };
    case 'project':
      return projectsOf(filter, known);
    case 'segment':
      return { any: wordsOf(filter, ['true', 'false']).map((word) => ({ isSegment: word === 'true' })) };
    case 'number': {
      const { number } = field;
      const all = boundsOf(filter, number, known.nowMs);
      return { any: all.map((bounds) => ({ all: bounds.map((bound) => ({ number, ...bound })) })) };
    }
    case 'attribute':
      return attributeOf(filter, field);
  }
}

function columnOf(filter: Filter, column: Extract<SpanField, { of: 'column' }>['column']): SpanCondition {
  const { exact, patterns } = textsOf(filter);
  return { any: [{ column, is: exact }, ...patterns.map(({ pieces }) => ({ column, like: pieces }))] };
}

function idsOf(filter: Filter, id: SpanId): string[] {
  const isOptional = id !== 'spanId' && filter.values.every(({ pieces }) => pieces.join('') === '');
  if (isOptional) requireEquality(filter);
  return isOptional ? [''] : textOfEach(filter, 'A span ID', SPAN_ID);
}

function textOfEach(filter: Filter, what: string, format: RegExp): string[] {
  requireEquality(filter);
  return filter.values.map((value) => {
    const text = exactText(value, what).toLowerCase();
    if (format.test(text)) return text;
    throw new SearchSyntaxError(value, `${what} is ${format === TRACE_ID ? 32 : 16} hexadecimal digits.`);
  });
}

function projectsOf(filter: Filter, { projects }: Known): SpanCondition {
  const { values } = filter;
  textsOf(filter);
  const isNamed = ({ id, slug }: Known['projects'][number]) =>
    values.some(({ pieces }) => matchesPieces(slug, pieces) || matchesPieces(String(id), pieces));
  return { projectIds: projects.filter(isNamed).map(({ id }) => id) };
}

function boundsOf(filter: Filter, number: SpanNumber, nowMs: number): Bound[][] {
  if (number === 'startUs') return startBounds(filter, nowMs);
  return number === 'durationUs' ? durationBounds(filter) : numberBounds(filter);
}

function startBounds(filter: Filter, nowMs: number): Bound[][] {
  return timeBounds(filter, nowMs).map((bounds) => bounds.map((bound) => ({ ...bound, value: bound.value * 1000 })));
}

const unitUs: Record<string, number> = { us: 1, ms: 1000, s: 1e6, m: 60e6, min: 60e6, h: 3600e6, d: 86_400e6 };
const DURATION = new RegExp(`^(\\d{1,15}(?:\\.\\d{1,9})?)(${Object.keys(unitUs).join('|')})?$`);

/** Durations as Sentry writes them: `100ms`, `1.5s`; without a unit, milliseconds. */
function durationBounds(filter: Filter): Bound[][] {
  return filter.values.map((value) => {
    const [, amount, unit = 'ms'] = DURATION.exec(value.pieces.join('*')) ?? [];
    if (amount === undefined) {
      throw new SearchSyntaxError(value, `"${filter.key}:" needs a duration, such as ${filter.key}:>100ms.`);
    }
    return numberBoundsOf(filter, Math.round(Number(amount) * unitUs[unit]!));
  });
}

function numberBoundsOf({ operator }: Filter, value: number): Bound[] {
  if (operator !== '=') return [{ comparison: operator, value }];
  return [
    { comparison: '>=', value },
    { comparison: '<=', value },
  ];
}

/** A text that is a number or a boolean finds these, too; `""` is a missing attribute. */
function attributeOf(filter: Filter, field: SpanAttribute): SpanCondition {
  const { string, number, boolean } = field.typed;
  if (filter.operator !== '=') {
    if (number === null) requireEquality(filter);
    const bounds = numberBounds(filter)[0]!;
    return { all: bounds.map((bound) => ({ attribute: number!, ...bound })) };
  }
  const { exact, patterns } = textsOf(filter);
  const parts: SpanCondition[] = exact.includes('') ? [{ not: hasAttribute(field) }] : [];
  if (string !== null) {
    if (exact.length > 0) parts.push({ attribute: string, is: exact });
    parts.push(...patterns.map(({ pieces }) => ({ attribute: string, like: pieces })));
  }
  for (const text of exact) {
    if (number !== null && NUMBER.test(text)) {
      const bounds = numberBoundsOf(filter, Number(text));
      parts.push({ all: bounds.map((bound) => ({ attribute: number, ...bound })) });
    }
    if (boolean !== null && (text === 'true' || text === 'false')) {
      parts.push({ attribute: boolean, isTrue: text === 'true' });
    }
  }
  return { any: parts };
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;
