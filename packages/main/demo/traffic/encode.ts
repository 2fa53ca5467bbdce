import { writeEnvelope, otlpTraces } from '@seismo/protocol';
import type { DemoUser } from '../plan.ts';
import type { App, Attributes, PlacedSpan } from './trace.ts';

/** What the SDK of an app adds to all spans. */
export interface Sender {
  sdk: string;
  release: string;
  user: DemoUser | null;
  attributes: Record<string, string>;
}

export type StockSpan = PlacedSpan & { region: string };

const container = 'application/vnd.sentry.items.span.v2+json';
export const SDK_VERSION = '11.12.0';
const encode = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const seconds = (ms: number) => Math.round(ms * 1000) / 1e6;

/** A container of spans as SDK 11 sends it. */
export function sentrySpans(
  spans: readonly PlacedSpan[],
  sender: Sender,
  receivedAtMs: number,
): Uint8Array<ArrayBuffer> {
  const { sdk, release, user } = sender;
  const shared = typed({
    'sentry.sdk.name': sdk,
    'sentry.sdk.version': SDK_VERSION,
    'sentry.release': release,
    'sentry.environment': 'production',
    ...(user && { 'user.id': user.id, 'user.email': user.email, 'user.name': user.username }),
    ...sender.attributes,
  });
  const items = spans.map(({ step, traceId, spanId, parent, segment, startMs, endMs }) => ({
    name: step.name,
    trace_id: traceId,
    span_id: spanId,
    ...(parent && { parent_span_id: parent.spanId }),
    start_timestamp: seconds(startMs),
    end_timestamp: seconds(endMs),
    is_segment: segment.spanId === spanId,
    status: step.failed ? 'error' : 'ok',
    attributes: { ...typed({ 'sentry.op': step.op, ...step.attributes }), ...shared },
  }));
  const payload = encode({ version: 2, items });
  return writeEnvelope({ sentAtMs: receivedAtMs, sdk: { name: sdk, version: SDK_VERSION, inferIp: null } }, [
    { type: 'span', contentType: container, itemCount: items.length, payload },
  ]);
}

const typed = (values: Attributes) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, type: typeof value === 'string' ? 'string' : 'integer' },
    ]),
  );

const KINDS: Record<string, number> = { 'http.server': 2, db: 3, 'http.client': 3 };
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** Spans of the stock service, as Seismo wraps a request of an OpenTelemetry exporter. */
export function otlpSpans(spans: readonly StockSpan[]): Uint8Array<ArrayBuffer> {
  const resourceSpans = [...Map.groupBy(spans, ({ region }) => region)].map(([region, own]) => ({
    resource: {
      attributes: keyValues({
        'service.name': 'stock',
        'service.version': '1.8.2',
        'deployment.environment.name': 'production',
        'telemetry.sdk.language': 'python',
        'telemetry.sdk.name': 'opentelemetry',
        'cloud.region': region,
      }),
    },
    scopeSpans: [
      {
        spans: own.map(({ step, traceId, spanId, parent, segment, startMs, endMs }) => ({
          traceId,
          spanId,
          ...(parent && { parentSpanId: parent.spanId }),
          flags: HAS_IS_REMOTE | (segment.spanId === spanId ? IS_REMOTE : 0),
          name: step.name,
          kind: KINDS[step.op] ?? 1,
          startTimeUnixNano: nanos(startMs),
          endTimeUnixNano: nanos(endMs),
          status: step.failed ? { code: 2 } : {},
          attributes: keyValues(step.attributes ?? {}),
        })),
      },
    ],
  }));
  const payload = encode({ resourceSpans });
  return writeEnvelope({}, [{ type: 'span', contentType: otlpTraces.json, itemCount: spans.length, payload }]);
}

const nanos = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;
const keyValues = (values: Attributes) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }));

export const sdkOf: Record<Exclude<App, 'stock'>, string> = {
  'shop-web': 'sentry.javascript.react',
  'shop-api': 'sentry.javascript.node',
  'shop-worker': 'sentry.javascript.node',
  'shop-office': 'sentry.javascript.nextjs',
};
