import { isFields, parseJson, type Fields } from '@seismo/protocol';
import { numberValue, UnreadableOtlp, VALUE_DEPTH_MAX, type OtlpSpan, type OtlpSpans } from './otlp.ts';
import type { Attributes, AttributeValue } from '../span.ts';

/**
 * Reads an `ExportTraceServiceRequest` in JSON: protobuf's JSON mapping with hexadecimal IDs (OTLP specification, "JSON
 * Protobuf Encoding"). 64-bit numbers are text or, from JavaScript, numbers; a field of the wrong type is absent.
 * @throws {UnreadableOtlp}
 */
export function readOtlpJson(bytes: Uint8Array): OtlpSpans[] {
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw new UnreadableOtlp(parsed.why);
  if (!isFields(parsed.value)) throw new UnreadableOtlp('shape');
  return listOf(parsed.value, 'resourceSpans').flatMap((resourceSpans) => {
    const resource = attributesOf(fieldsIn(resourceSpans, 'resource'));
    return listOf(resourceSpans, 'scopeSpans').map((scopeSpans) => {
      const scope = fieldsIn(scopeSpans, 'scope');
      return {
        resource,
        scope: { name: textOf(scope, 'name'), version: textOf(scope, 'version'), attributes: attributesOf(scope) },
        spans: spansOf(scopeSpans),
      };
    });
  });
}

/** What is no object is a span without anything, so that it has an outcome. */
function spansOf({ spans }: Fields): OtlpSpan[] {
  return Array.isArray(spans) ? spans.map((span) => readSpan(isFields(span) ? span : NO_FIELDS)) : [];
}

function readSpan(span: Fields): OtlpSpan {
  const status = fieldsIn(span, 'status');
  return {
    traceId: idOf(span, 'traceId'),
    spanId: idOf(span, 'spanId'),
    parentSpanId: idOf(span, 'parentSpanId'),
    traceState: textOf(span, 'traceState'),
    name: textOf(span, 'name'),
    flags: numberOf(span, 'flags'),
    kind: enumOf(span, 'kind', KINDS),
    startUs: timeOf(span, 'startTimeUnixNano'),
    endUs: timeOf(span, 'endTimeUnixNano'),
    attributes: attributesOf(span),
    events: listOf(span, 'events').map((event) => ({
      atUs: timeOf(event, 'timeUnixNano'),
      name: textOf(event, 'name'),
      attributes: attributesOf(event),
    })),
    links: listOf(span, 'links').map((link) => ({
      traceId: idOf(link, 'traceId'),
      spanId: idOf(link, 'spanId'),
      attributes: attributesOf(link),
    })),
    status: { code: enumOf(status, 'code', STATUS_CODES), message: textOf(status, 'message') },
  };
}

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
  (name) => `SPAN_KIND_${name}`,
);
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'].map((name) => `STATUS_CODE_${name}`);

const NO_FIELDS: Fields = {};

function fieldsIn(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : NO_FIELDS;
}

function listOf(fields: Fields, key: string): Fields[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function textOf(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

function numberOf(fields: Fields, key: string): number {
  const value = fields[key];
  return typeof value === 'number' ? value : 0;
}

function idOf(fields: Fields, key: string): string {
  return textOf(fields, key).toLowerCase();
}

/** The specification has numbers; the JSON mapping of protobuf has names, and some clients send them. */
function enumOf(fields: Fields, key: string, names: readonly string[]): number {
  const value = fields[key];
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Math.max(0, names.indexOf(value)) : 0;
}

/** Nanoseconds as microseconds: without the last three digits, because a double cannot hold all of them. */
function timeOf(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value === 'string') return /^\d{4,20}$/.test(value) ? Number(value.slice(0, -3)) : 0;
  return typeof value === 'number' && value > 0 ? Math.floor(value / 1000) : 0;
}

function attributesOf(fields: Fields): Attributes {
  return entriesOf(fields, 'attributes', 0);
}

function entriesOf(fields: Fields, key: string, depth: number): Attributes {
  const entries: Attributes = new Map();
  for (const entry of listOf(fields, key)) {
    entries.set(textOf(entry, 'key'), valueOf(fieldsIn(entry, 'value'), depth));
  }
  return entries;
}

function valueOf(value: Fields, depth: number): AttributeValue {
  if (depth > VALUE_DEPTH_MAX) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (intValue !== undefined) return integerOf(intValue);
  if (doubleValue !== undefined) return doubleOf(doubleValue);
  if (isFields(arrayValue)) return listOf(arrayValue, 'values').map((item) => valueOf(item, depth + 1));
  if (isFields(kvlistValue)) return Object.fromEntries(entriesOf(kvlistValue, 'values', depth + 1));
  return typeof bytesValue === 'string' ? bytesValue : null;
}

function integerOf(value: unknown): AttributeValue {
  if (typeof value === 'number') return numberValue(value);
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function doubleOf(value: unknown): AttributeValue {
  if (typeof value === 'number') return numberValue(value);
  // JavaScript's exporter writes NaN and the infinities as `null`.
  return typeof value === 'string' ? numberValue(Number(value)) : null;
}
