import { limits, readSampleRate } from '@seismo/protocol';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { operationOf } from '../operation.ts';
import type { Attributes, AttributeValue as ClientValue, Span } from '../span.ts';
import type { SpanItem } from './read-spans.ts';

/** A span with its attributes within the limits; those that are columns of their own are taken out. */
export interface DescribedSpan extends Omit<Span, 'attributes' | 'events' | 'links'> {
  op: string;
  service: string;
  environment: string;
  release: string;
  segmentName: string;
  clientSampleRate: number;
  data: Data;
  events: { atUs: number; name: string; data: Data }[];
  links: { traceId: string; spanId: string; data: Data }[];
}

export type Data = Map<string, AttributeValue>;

export interface DescribedSpanItem extends Omit<SpanItem, 'spans'> {
  spans: DescribedSpan[];
}

export const limitAttributes = <Work extends SpanItem>(work: Work): Omit<Work, 'spans'> & DescribedSpanItem =>
  Object.assign(work as Omit<Work, 'spans'>, {
    spans: work.spans.map((span) => describe(span, work.origin.sampleRate)),
  });

/** Attributes that the row has as columns. */
const COLUMNS = new Set([
  'sentry.op',
  'sentry.kind',
  'sentry.segment.id',
  'sentry.segment.name',
  'sentry.environment',
  'sentry.release',
  'sentry.client_sample_rate',
  'service.name',
]);

function describe(span: Span, sampleRate: number | null): DescribedSpan {
  const { attributes } = span;
  const text = (charsMax: number, ...names: string[]): string => {
    for (const name of names) {
      const value = attributes.get(name);
      const trimmed = typeof value === 'string' ? value.trim() : '';
      if (trimmed !== '') return fit(trimmed, charsMax);
    }
    return '';
  };
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    isSegment: span.isSegment,
    segmentId: span.segmentId,
    startUs: span.startUs,
    endUs: span.endUs,
    kind: span.kind,
    status: span.status,
    name: fit(span.name, limits.SPAN_NAME_CHARS_MAX),
    op: fit(operationOf(span), limits.SHORT_NAME_CHARS_MAX),
    service: text(limits.SYMBOL_CHARS_MAX, 'service.name'),
    // As for events: SDKs send `production` by default.
    environment:
      text(
        limits.ENVIRONMENT_CHARS_MAX,
        'sentry.environment',
        'deployment.environment.name',
        'deployment.environment',
      ) || 'production',
    release: text(limits.RELEASE_CHARS_MAX, 'sentry.release', 'service.version'),
    segmentName: span.isSegment
      ? fit(span.name, limits.SPAN_NAME_CHARS_MAX)
      : text(limits.SPAN_NAME_CHARS_MAX, 'sentry.segment.name'),
    clientSampleRate:
      sampleRate ??
      readSampleRate(attributes.get('sentry.client_sample_rate')) ??
      readSampleRate(attributes.get('sentry.sample_rate')) ??
      1,
    data: dataOf(attributes),
    events: span.events.slice(0, limits.SPAN_EVENT_COUNT_MAX).map((event) => ({
      atUs: event.atUs,
      name: fit(event.name, limits.SPAN_NAME_CHARS_MAX),
      data: dataOf(event.attributes),
    })),
    links: span.links
      .slice(0, limits.SPAN_LINK_COUNT_MAX)
      .map(({ traceId, spanId, attributes: own }) => ({ traceId, spanId, data: dataOf(own) })),
  };
}

/** How many attributes are missing because there were too many, or they were too large. */
const DROPPED = 'seismo.dropped_attributes';

/** Changes the given map: most attributes stay as they are, and another map would cost as much as all checks. */
function dataOf(attributes: Attributes): Data {
  let count = 0;
  let chars = 0;
  let dropped = 0;
  let isPlain = true;
  for (const [name, value] of attributes) {
    const fitted = COLUMNS.has(name) || name === '' ? null : fitValue(value);
    if (fitted === null) {
      attributes.delete(name);
      continue;
    }
    const size = name.length + (typeof fitted === 'string' ? fitted.length : 8);
    if (count === limits.SPAN_ATTRIBUTE_COUNT_MAX || chars + size > limits.SPAN_ATTRIBUTES_CHARS_MAX) {
      dropped += 1;
      attributes.delete(name);
      continue;
    }
    count += 1;
    chars += size;
    if (fitted !== value) attributes.set(name, fitted);
    if (!isPlainName(name)) isPlain = false;
  }
  const data = (isPlain ? attributes : withFittedNames(attributes)) as Data;
  if (dropped > 0) data.set(DROPPED, dropped);
  return data;
}

/** Whether the name is stored as it is. One that begins with a digit may be a whole number. */
function isPlainName(name: string): boolean {
  return name.charCodeAt(0) > NINE && name.length <= limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX && name.isWellFormed();
}

const NINE = '9'.charCodeAt(0);

/** In the order of an object's keys: whole numbers come first. */
function withFittedNames(attributes: Attributes): Attributes {
  const fitted = [...attributes].map(([name, value]) => [fit(name, limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX), value]);
  return new Map(Object.entries(Object.fromEntries(fitted)));
}

/** Lists and maps are stored as their text. SDKs send headers as lists of one. */
function fitValue(given: ClientValue): AttributeValue | null {
  const value = Array.isArray(given) && given.length === 1 ? given[0]! : given;
  if (typeof value === 'string') return fit(value, limits.SPAN_ATTRIBUTE_CHARS_MAX);
  if (typeof value !== 'object' || value === null) return value;
  return fit(JSON.stringify(value), limits.SPAN_ATTRIBUTE_CHARS_MAX);
}

function fit(text: string, charsMax: number): string {
  const fitted = text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text;
  return fitted.isWellFormed() ? fitted : fitted.toWellFormed();
}
