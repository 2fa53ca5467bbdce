import { isFields, readSpanId, readTraceId, type Fields } from '@seismo/protocol';
import { secondsOf } from '#domain/normalize/clock.ts';
import type { Attributes, AttributeValue, ReadSpans, Span, SpanLink, SpanStatus } from './span.ts';

/**
 * Spans of Sentry's SDKs: containers of `span` items since 11 (@sentry/core `tracing/spans/envelope.js`), single `span` items
 * and transactions before (`envelope.js`, `utils/spanUtils.js`). A span without IDs or times is `null`; a field of the wrong type is absent.
 */

/** A container with the content type `application/vnd.sentry.items.span.v2+json`. */
export function readSpanContainer(raw: Fields): ReadSpans {
  const items = raw['items'];
  const settings = fieldsIn(raw, 'ingest_settings');
  return {
    spans: Array.isArray(items) ? items.map((item) => (isFields(item) ? readItem(item) : null)) : [],
    inferIp: textOf(settings, 'infer_ip') || null,
    isBrowser: settings['infer_user_agent'] === 'auto',
  };
}

function readItem(item: Fields): Span | null {
  const attributes: Attributes = new Map();
  const given = fieldsIn(item, 'attributes');
  // Parsed JSON inherits no enumerable keys, and a list of its own would be made for each span.
  for (const key in given) {
    const typed = given[key];
    if (isFields(typed)) attributes.set(key, attributeOf(typed['value']));
  }
  const status = item['status'];
  return spanOf(item, 'end_timestamp', {
    name: textOf(item, 'name'),
    isSegment: item['is_segment'] === true,
    segmentId: readSpanId(attributes.get('sentry.segment.id')) ?? '',
    status: status === 'ok' || status === 'error' ? status : 'unset',
    attributes,
  });
}

/** A `span` item without a content type: browsers of SDKs 7 to 10 send web vitals so. */
export function readSingleSpan(raw: Fields): ReadSpans {
  const attributes = attributesIn(raw);
  const span = spanOf(raw, 'timestamp', {
    name: textOf(raw, 'description'),
    isSegment: raw['is_segment'] === true,
    segmentId: readSpanId(raw['segment_id']) ?? '',
    status: statusOf(raw, attributes),
    attributes,
  });
  return { spans: [span], inferIp: null, isBrowser: true };
}

/** A transaction: its own span, a segment, and the spans below it, which get what the transaction says about all of them. */
export function readTransaction(raw: Fields): ReadSpans {
  const trace = fieldsIn(fieldsIn(raw, 'contexts'), 'trace');
  const name = textOf(raw, 'transaction');
  const spanId = readSpanId(trace['span_id']) ?? '';
  const shared = sharedAttributes(raw, name, spanId, fieldsIn(trace, 'data')['sentry.sample_rate']);
  const common = new Map([...tagsOf(raw), ...shared, ...transactionAttributes(raw)]);
  const own = attributesIn({ ...trace, measurements: raw['measurements'] }, common);
  const segment = spanOf(
    { ...trace, start_timestamp: raw['start_timestamp'], timestamp: raw['timestamp'], links: trace['links'] },
    'timestamp',
    { name, isSegment: true, segmentId: spanId, status: statusOf(trace, own), attributes: own },
  );
  const children = Array.isArray(raw['spans']) ? raw['spans'] : [];
  return {
    spans: [segment, ...children.map((child) => (isFields(child) ? readChild(child, spanId, shared) : null))],
    inferIp: textOf(fieldsIn(fieldsIn(raw, 'sdk'), 'settings'), 'infer_ip') || null,
    isBrowser: raw['platform'] === 'javascript',
  };
}

function readChild(child: Fields, segmentId: string, shared: Attributes): Span | null {
  const attributes = attributesIn(child, shared);
  return spanOf(child, 'timestamp', {
    name: textOf(child, 'description') || textOf(child, 'op'),
    isSegment: false,
    segmentId,
    status: statusOf(child, attributes),
    attributes,
  });
}

function spanOf(
  raw: Fields,
  endKey: string,
  own: Pick<Span, 'name' | 'isSegment' | 'segmentId' | 'status' | 'attributes'>,
): Span | null {
  const traceId = readTraceId(raw['trace_id']);
  const spanId = readSpanId(raw['span_id']);
  const startUs = timeOf(raw['start_timestamp']);
  const endUs = timeOf(raw[endKey]);
  if (traceId === null || spanId === null || startUs === null || endUs === null) return null;
  const parentSpanId = readSpanId(raw['parent_span_id']) ?? '';
  return {
    ...own,
    traceId,
    spanId,
    parentSpanId,
    startUs,
    endUs: Math.max(startUs, endUs),
    kind: '',
    events: [],
    links: linksOf(raw),
  };
}

/** Of all spans of a transaction, as containers repeat it in each. */
function sharedAttributes(raw: Fields, transaction: string, segmentId: string, sampleRate: unknown): Attributes {
  const sdk = fieldsIn(raw, 'sdk');
  const user = fieldsIn(raw, 'user');
  return present({
    'sentry.segment.name': transaction,
    'sentry.segment.id': segmentId,
    'sentry.release': raw['release'],
    'sentry.environment': raw['environment'],
    'sentry.dist': raw['dist'],
    'sentry.client_sample_rate': sampleRate,
    'sentry.platform': raw['platform'],
    'sentry.sdk.name': sdk['name'],
    'sentry.sdk.version': sdk['version'],
    'user.id': user['id'],
    'user.email': user['email'],
    'user.name': user['username'] ?? user['name'],
    'user.ip_address': user['ip_address'],
  });
}

function transactionAttributes(raw: Fields): Attributes {
  const request = fieldsIn(raw, 'request');
  const headers = fieldsIn(request, 'headers');
  return present({
    'sentry.segment.name.source': fieldsIn(raw, 'transaction_info')['source'],
    'server.address': raw['server_name'],
    'http.request.method': request['method'],
    'url.full': request['url'],
    'user_agent.original': headers['User-Agent'] ?? headers['user-agent'],
  });
}

function tagsOf(raw: Fields): Attributes {
  return present(fieldsIn(raw, 'tags'));
}

/** Fields of a span before containers, and the names that containers have for them. */
const FIELDS = [
  ['sentry.op', 'op'],
  ['sentry.origin', 'origin'],
  ['sentry.exclusive_time', 'exclusive_time'],
] as const;

/** The attributes of a span before containers, after those that it has in common with others. */
function attributesIn(span: Fields, common: Attributes = new Map()): Attributes {
  const attributes = new Map(common);
  const data = fieldsIn(span, 'data');
  for (const [name, field] of FIELDS) {
    setPresent(attributes, name, Object.hasOwn(data, name) ? data[name] : span[field]);
  }
  for (const name in data) setPresent(attributes, name, data[name]);
  for (const [name, measurement] of Object.entries(fieldsIn(span, 'measurements'))) {
    if (isFields(measurement) && typeof measurement['value'] === 'number') attributes.set(name, measurement['value']);
  }
  return attributes;
}

/** Statuses that are no failure (Sentry's `failure_rate`). Clients without an opinion send none. */
const NO_FAILURE = new Set(['ok', 'cancelled', 'unknown']);

function statusOf(span: Fields, attributes: Attributes): SpanStatus {
  const status = span['status'];
  if (typeof status !== 'string' || status === '') return 'unset';
  if (NO_FAILURE.has(status)) return status === 'ok' ? 'ok' : 'unset';
  // SDKs from 8 to 10 put the text of an OpenTelemetry status here.
  if (status !== 'error') attributes.set('sentry.status.message', status);
  return 'error';
}

function linksOf(span: Fields): SpanLink[] {
  const links = span['links'];
  if (!Array.isArray(links)) return [];
  return links.filter(isFields).flatMap((link) => {
    const [traceId, spanId] = [readTraceId(link['trace_id']), readSpanId(link['span_id'])];
    if (traceId === null || spanId === null) return [];
    const attributes: Attributes = new Map();
    for (const [key, value] of Object.entries(fieldsIn(link, 'attributes'))) {
      attributes.set(key, attributeOf(isFields(value) && 'value' in value ? value['value'] : value));
    }
    return [{ traceId, spanId, attributes }];
  });
}

function timeOf(value: unknown): number | null {
  const seconds = secondsOf(value);
  return seconds === null ? null : Math.round(seconds * 1_000_000);
}

const NO_FIELDS: Fields = {};

function fieldsIn(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : NO_FIELDS;
}

function textOf(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

function present(values: Fields): Attributes {
  const attributes: Attributes = new Map();
  for (const key in values) setPresent(attributes, key, values[key]);
  return attributes;
}

function setPresent(attributes: Attributes, key: string, value: unknown): void {
  if (value !== undefined && value !== null && value !== '') attributes.set(key, attributeOf(value));
}

/** Values come from JSON of bounded depth. */
function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value === undefined ? null : (value as AttributeValue);
}
