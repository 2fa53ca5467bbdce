import { readEventId } from '../ids.ts';
import { itemKindOf } from '../items/kinds.ts';
import type { Json } from '../items/event.ts';
import { parseJson } from '../json.ts';
import {
  CONTAINER_ITEM_COUNT_MAX,
  DSN_CHARS_MAX,
  ENVELOPE_HEADER_BYTES_MAX,
  ENVELOPE_ITEM_COUNT_MAX,
  ITEM_HEADER_BYTES_MAX,
  ITEM_NAME_CHARS_MAX,
  ITEM_TYPE_CHARS_MAX,
  SDK_NAME_CHARS_MAX,
} from '../limits.ts';
import { readSampleRate } from '../trace.ts';
import { EnvelopeError } from './envelope.ts';
import type { Envelope, EnvelopeProblem, EnvelopeProblemCode, EnvelopeHeader, EnvelopeItem } from './envelope.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Reads an envelope as SDKs write it (develop.sentry.dev "Envelopes", read 2026-11): a header line, then for each item
 * a header line and a payload, which ends by `length` if given, else at the next newline. The final newline may be
 * missing, and blank lines between items are skipped.
 *
 * Items before an error are returned, and the error is in `broken`. Throws `EnvelopeError` only if the header cannot be
 * read. Payloads are views into `bytes` and are only searched for their end.
 */
export function readEnvelope(bytes: Uint8Array): Envelope {
  const start = skipBlankLines(bytes, 0);
  if (start === bytes.length) throw new EnvelopeError(problem('empty', 0));
  const line = readHeaderLine(bytes, start, ENVELOPE_HEADER_BYTES_MAX);
  if (line === 'too-long') throw new EnvelopeError(problem('header-too-long', 0));
  if (line === 'not-json') throw new EnvelopeError(problem('header-not-json', 0));

  const envelope: Envelope = { header: readHeader(line.fields), items: [], broken: null };
  let at = line.next;
  while ((at = skipBlankLines(bytes, at)) < bytes.length) {
    const read = envelope.items.length < ENVELOPE_ITEM_COUNT_MAX ? readItem(bytes, at) : problem('too-many-items', at);
    if ('code' in read) {
      envelope.broken = read;
      break;
    }
    envelope.items.push(read.item);
    at = read.next;
  }
  return envelope;
}

type Fields = { readonly [key: string]: Json };

function readItem(bytes: Uint8Array, at: number): { item: EnvelopeItem; next: number } | EnvelopeProblem {
  const line = readHeaderLine(bytes, at, ITEM_HEADER_BYTES_MAX);
  if (line === 'too-long') return problem('item-header-too-long', at);
  if (line === 'not-json') return problem('item-header-not-json', at);

  const start = line.next;
  let end: number;
  const length = own(line.fields, 'length') ?? null;
  if (length === null) {
    const newline = bytes.indexOf(NEWLINE, start);
    end = newline === -1 ? bytes.length : newline;
  } else {
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
      return problem('length-not-a-number', at);
    }
    end = start + length;
    if (end > bytes.length) return problem('length-past-end', at);
    if (end < bytes.length && !isLineEnd(bytes, end)) return problem('missing-newline', end);
  }
  return { item: itemOf(line.fields, bytes.subarray(start, end)), next: Math.min(end + 1, bytes.length) };
}

function itemOf(fields: Fields, payload: Uint8Array): EnvelopeItem {
  const type = text(own(fields, 'type'), ITEM_TYPE_CHARS_MAX) ?? '';
  const kind = itemKindOf(own(fields, 'type'));
  return {
    kind,
    type,
    filename: text(own(fields, 'filename'), ITEM_NAME_CHARS_MAX),
    contentType: text(own(fields, 'content_type'), ITEM_NAME_CHARS_MAX),
    attachmentType: text(own(fields, 'attachment_type'), ITEM_NAME_CHARS_MAX),
    itemCount: isContainer(kind) ? countOf(own(fields, 'item_count')) : 1,
    payload,
  };
}

function isContainer(kind: EnvelopeItem['kind']): boolean {
  return kind === 'span' || kind === 'log' || kind === 'trace_metric';
}

function countOf(value: Json | undefined): number {
  return typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), CONTAINER_ITEM_COUNT_MAX) : 1;
}

function readHeader(fields: Fields): EnvelopeHeader {
  return {
    eventId: readEventId(own(fields, 'event_id')),
    // A truncated DSN would name another project, so an overlong one counts as none.
    dsn: wholeText(own(fields, 'dsn'), DSN_CHARS_MAX),
    sentAtMs: readSentAt(own(fields, 'sent_at')),
    sdk: readSdk(own(fields, 'sdk')),
    sampleRate: readTraceRate(own(fields, 'trace')),
  };
}

function readSdk(value: Json | undefined): EnvelopeHeader['sdk'] {
  if (!isObject(value)) return null;
  const name = text(own(value, 'name'), SDK_NAME_CHARS_MAX);
  const version = text(own(value, 'version'), SDK_NAME_CHARS_MAX);
  const settings = own(value, 'settings');
  const inferIp = isObject(settings) ? text(own(settings, 'infer_ip'), SDK_NAME_CHARS_MAX) : null;
  return name === null && version === null && inferIp === null
    ? null
    : { name: name ?? '', version: version ?? '', inferIp };
}

function readTraceRate(trace: Json | undefined): number | null {
  return isObject(trace) ? readSampleRate(own(trace, 'sample_rate')) : null;
}

/** RFC 3339, as every SDK writes it; without a zone it means UTC (`Date.parse` alone would take the server's zone). */
function readSentAt(value: Json | undefined): number | null {
  const match = typeof value === 'string' && value.length <= 40 ? SENT_AT.exec(value) : null;
  if (!match) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`);
  return Number.isFinite(ms) ? ms : null;
}

const SENT_AT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)([Zz]|[+-]\d\d:\d\d)?$/;

function readHeaderLine(
  bytes: Uint8Array,
  at: number,
  bytesMax: number,
): { fields: Fields; next: number } | 'too-long' | 'not-json' {
  const reach = bytes.subarray(at, at + bytesMax + 1);
  const newline = reach.indexOf(NEWLINE);
  if (newline === -1 && reach.length > bytesMax) return 'too-long';
  const line = newline === -1 ? reach : reach.subarray(0, newline);
  const parsed = parseJson(line);
  if (!parsed.ok || !isObject(parsed.value)) return 'not-json';
  return { fields: parsed.value, next: at + line.length + (newline === -1 ? 0 : 1) };
}

function skipBlankLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === NEWLINE || bytes[at] === RETURN)) at++;
  return at;
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] === NEWLINE);
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `fields.type` could be inherited if the client did not send it. */
function own(fields: Fields, key: string): Json | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function text(value: Json | undefined, charsMax: number): string | null {
  return typeof value === 'string' ? value.slice(0, charsMax).toWellFormed() : null;
}

function wholeText(value: Json | undefined, charsMax: number): string | null {
  return typeof value === 'string' && value.length <= charsMax ? value : null;
}

/** Messages never quote client data, because they are in response headers and logs. */
const problemMessages: Record<EnvelopeProblemCode, string> = {
  empty: 'The body is empty. Send an envelope: a header line, then for each item a header line and a payload.',
  'header-not-json':
    'The first line is not a JSON object. An envelope starts with its header, such as {"event_id":"..."}.',
  'header-too-long': `The envelope header is longer than ${ENVELOPE_HEADER_BYTES_MAX} bytes. Put large values into items.`,
  'item-header-not-json':
    'An item header is not a JSON object. Check that the "length" of the item before it is in bytes and exact.',
  'item-header-too-long': `An item header is longer than ${ITEM_HEADER_BYTES_MAX} bytes. Put large values into its payload.`,
  'length-not-a-number': 'The "length" of an item is not a whole number of bytes. Correct it or leave it out.',
  'length-past-end':
    'The length of an item exceeds the rest of the body. The envelope was cut off, or "length" is too large.',
  'too-many-items': `The envelope has more than ${ENVELOPE_ITEM_COUNT_MAX} items. Send the rest in another envelope.`,
  'missing-newline': 'An item does not end where its "length" says. Give the length in bytes, not in characters.',
};

function problem(code: EnvelopeProblemCode, offset: number): EnvelopeProblem {
  return { code, offset, message: problemMessages[code] };
}
