import { isFields, limits, otlpTraces, parseJson } from '@seismo/protocol';
import { end, type Ended, type Item } from '#pipeline/steps.ts';
import { UnreadableOtlp } from '../otlp/otlp.ts';
import { readOtlpJson } from '../otlp/read-json.ts';
import { readOtlpProtobuf } from '../otlp/read-protobuf.ts';
import { spansOfOtlp } from '../read-otlp.ts';
import { readSingleSpan, readSpanContainer, readTransaction } from '../read-sentry.ts';
import type { ReadSpans, Span } from '../span.ts';

export interface SpanItem extends Item, ReadSpans {
  spans: Span[];
}

/** Reads the spans of an item in any format. Each that cannot be a span ends by itself. */
export const readSpans = <Work extends Item>(work: Work): (Work & SpanItem) | Ended => {
  const read = readAny(work.item);
  if ('reason' in read) return end('invalid', read.reason);
  const { records } = work;
  records.counted(read.spans.length);
  const all = read.spans.slice(0, limits.CONTAINER_ITEM_COUNT_MAX);
  const spans = all.filter((span) => span !== null);
  records.end({ outcome: 'too-large', reason: 'count' }, read.spans.length - all.length);
  records.end({ outcome: 'invalid', reason: 'span' }, all.length - spans.length);
  return Object.assign(work, { ...read, spans });
};

type Unreadable = Pick<UnreadableOtlp, 'reason'>;

function readAny({ kind, contentType, payload }: Item['item']): ReadSpans | Unreadable {
  try {
    if (contentType === otlpTraces.protobuf) return spansOfOtlp(readOtlpProtobuf(payload));
    if (contentType === otlpTraces.json) return spansOfOtlp(readOtlpJson(payload));
  } catch (error) {
    if (error instanceof UnreadableOtlp) return error;
    throw error;
  }
  const parsed = parseJson(payload);
  if (!parsed.ok) return { reason: parsed.why };
  const raw = parsed.value;
  if (!isFields(raw)) return { reason: 'shape' };
  if (kind === 'transaction') return readTransaction(raw);
  return Array.isArray(raw['items']) ? readSpanContainer(raw) : readSingleSpan(raw);
}
