import { compileSpanSearch } from './compile-span-search.ts';
import type { SpanCondition } from './span-condition.ts';

/** Work of an application that is measured as such: a page, a query. */
export interface SpanKind {
  condition: SpanCondition;
  /** The same in the language of searches. */
  search: string;
  /**
   * What a span does: the texts of the first list of which a span has all, joined by spaces. Spans of the same name, service and
   * project are a group. Names have no IDs in them, so that groups are few.
   */
  naming: readonly (readonly SpanText[])[];
}

/** A text of a span, by its name in searches and where it is. */
export interface SpanText {
  key: string;
  value: { column: 'name' | 'segmentName' } | { attribute: string };
}

const name: SpanText = { key: 'span.name', value: { column: 'name' } };
const segmentName: SpanText = { key: 'sentry.segment.name', value: { column: 'segmentName' } };
const attribute = (key: string): SpanText => ({ key, value: { attribute: `s:${key}` } });

function kind(search: string, naming: SpanKind['naming']): SpanKind {
  return { condition: compileSpanSearch(search, { nowMs: 0, projects: [] }), search, naming };
}

/**
 * Operations are those of Sentry's SDKs (https://develop.sentry.dev/sdk/telemetry/traces/span-operations/, read 2026-11), which
 * spans of OpenTelemetry get as well. SDK 11 marks server actions by their origin only, earlier ones by the operation
 * (@sentry/nextjs `withServerActionInstrumentation`).
 */
export const spanKinds = {
  pages: kind('is_transaction:true span.op:[pageload,navigation]', [[segmentName], [name]]),
  endpoints: kind('is_transaction:true span.op:http.server', [[segmentName], [name]]),
  actions: kind('(span.op:function.server_action OR sentry.origin:auto.function.nextjs.server_action)', [[name]]),
  // The summary has the operation and the tables (OpenTelemetry's conventions for databases).
  queries: kind('span.op:[db,db.*]', [[attribute('db.query.summary')], [name]]),
  // Names of older SDKs have the whole URL.
  requests: kind('span.op:http.client', [[attribute('http.request.method'), attribute('server.address')], [name]]),
  jobs: kind('is_transaction:true span.op:[queue.process,queue.task,queue.task.*]', [[name]]),
} satisfies Record<string, SpanKind>;

export type SpanKindName = keyof typeof spanKinds;

/** Which spans of a kind and a project are a group. */
interface Named {
  name: string;
  /** `''` if the client does not say. */
  service: string;
}

export function namedCondition({ condition, naming }: SpanKind, { name: wanted, service }: Named): SpanCondition {
  const ways = waysTo(naming, wanted).map(({ texts, before }) => ({
    all: [
      ...texts.map(({ value, is }) => ({ ...value, is: [is] })),
      ...before.map((earlier) => ({ any: earlier.map(({ value }) => missing(value)) })),
    ],
  }));
  return { all: [condition, { any: ways }, { column: 'service', is: [service] }] };
}

/** The same in the language of searches. */
export function namedSearch({ search, naming }: SpanKind, { name: wanted, service }: Named): string {
  const ways = waysTo(naming, wanted).map(({ texts, before }) => [
    ...texts.map(({ key, is }) => `${key}:${quoted(is)}`),
    ...before.map((earlier) => oneOf(earlier.map(({ key }) => `${key}:""`))),
  ]);
  const named = oneOf(ways.map((terms) => (terms.length > 1 ? `(${terms.join(' ')})` : terms[0]!)));
  return `${search} ${named} service:${quoted(service)}`;
}

/** Which texts give this name, each with the lists before of which a text is missing. */
function waysTo(naming: SpanKind['naming'], wanted: string) {
  return naming.flatMap((list, index) => {
    // Only the last text of a list may have spaces.
    const words = wanted.split(' ');
    const texts = list.map((text, at) => {
      const is = at === list.length - 1 ? words.slice(at).join(' ') : (words[at] ?? '');
      return { ...text, is };
    });
    const isLast = index === naming.length - 1;
    return isLast || texts.every(({ is }) => is !== '') ? [{ texts, before: naming.slice(0, index) }] : [];
  });
}

function missing(value: SpanText['value']): SpanCondition {
  if ('column' in value) return { column: value.column, is: [''] };
  return { any: [{ not: { attribute: value.attribute, known: true } }, { attribute: value.attribute, is: [''] }] };
}

function oneOf(searches: string[]): string {
  return searches.length === 1 ? searches[0]! : `(${searches.join(' OR ')})`;
}

/** Longer ones by their beginning, because a search has at most `limits.QUERY_CHARS_MAX` characters. */
const QUOTED_CHARS_MAX = 150;

function quoted(text: string): string {
  const start = text.slice(0, QUOTED_CHARS_MAX).replaceAll(/["\\*]/g, '\\$&');
  return `"${start}${text.length > QUOTED_CHARS_MAX ? '*' : ''}"`;
}
