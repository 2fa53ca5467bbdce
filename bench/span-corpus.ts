import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PbfReader, PbfWriter } from 'pbf';
import { otlpTraces, readEnvelope, writeEnvelope, type EnvelopeItem } from '@seismo/protocol';
import { upTo } from './results.ts';

export const SPANS_A_BATCH = 5000;
const golden = join(import.meta.dirname, '../tests/golden/envelopes');

type Payload = Pick<EnvelopeItem, 'kind' | 'contentType' | 'payload'>;

/** Items of one format, with `SPANS_A_BATCH` spans together. */
export interface SpanFormat {
  payloads: Payload[];
  /** Reads the bytes and nothing else. */
  parse(payload: Uint8Array): unknown;
}

const resource: Record<string, string | number> = {
  'service.name': 'checkout',
  'service.version': '1.24',
  'host.name': 'web-7',
  'process.pid': 1259,
  'deployment.environment.name': 'production',
};

export const spanFormats: Record<string, SpanFormat> = {
  'OTLP, JSON': {
    payloads: requests((spans) => ({
      contentType: otlpTraces.json,
      payload: Buffer.from(JSON.stringify(jsonRequest(spans))),
    })),
    parse: parseJsonAlone,
  },
  'OTLP, protobuf': {
    payloads: requests((spans) => ({ contentType: otlpTraces.protobuf, payload: protobufRequest(spans) })),
    parse: parseProtobufAlone,
  },
  'containers of SDK 11': {
    payloads: recorded([
      'nextjs--11.8.0--client.02-span.envelope',
      'node--11.12.0--express-default.05-span.envelope',
      'node--11.12.0--spans-default.01-span.envelope',
    ]),
    parse: parseJsonAlone,
  },
  transactions: {
    payloads: recorded([
      'nextjs--11.8.0--client-static.02-transaction.envelope',
      'node--11.12.0--express-static.01-transaction.envelope',
      'node--11.12.0--spans-static.01-transaction.envelope',
    ]),
    parse: parseJsonAlone,
  },
};

/** A span of a web application, with the attributes of its kind. */
interface ShopSpan {
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId: Buffer;
  name: string;
  kind: number;
  startMs: number;
  durationMs: number;
  attributes: Record<string, string | number>;
}

/** Six attributes a span and five of its process, 100 spans a request, 20 a trace. */
function requests(write: (spans: ShopSpan[]) => Omit<Payload, 'kind'>): Payload[] {
  return Array.from({ length: SPANS_A_BATCH / 100 }, () => ({
    kind: 'span',
    ...write(Array.from({ length: 5 }, () => shopTrace(20)).flat()),
  }));
}

function shopTrace(count: number): ShopSpan[] {
  const traceId = randomBytes(16);
  const root = randomBytes(8);
  const startMs = Date.now() - 60_000 + upTo(50_000);
  return Array.from({ length: count }, (_, n) => ({
    traceId,
    spanId: n === 0 ? root : randomBytes(8),
    parentSpanId: n === 0 ? Buffer.alloc(0) : root,
    startMs: startMs + n * 3,
    durationMs: n === 0 ? 80 : upTo(10),
    ...(n === 0 ? serverSpan() : n % 3 === 0 ? clientSpan() : databaseSpan()),
  }));
}

function serverSpan(): Pick<ShopSpan, 'name' | 'kind' | 'attributes'> {
  const route = upTo(200);
  return {
    name: `GET /route/${route}`,
    kind: 2,
    attributes: {
      'http.request.method': 'GET',
      'http.route': `/route/${route}/:id`,
      'url.path': `/route/${route}/${upTo(1e6)}`,
      'http.response.status_code': 200,
      'user.id': `u${upTo(50_000)}`,
      'user_agent.original': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
  };
}

function clientSpan(): Pick<ShopSpan, 'name' | 'kind' | 'attributes'> {
  return {
    name: 'GET',
    kind: 3,
    attributes: {
      'http.request.method': 'GET',
      'server.address': `partner-${upTo(5)}.example.com`,
      'server.port': 443,
      'url.full': `https://partner-${upTo(5)}.example.com/v1/items/${upTo(1e5)}`,
      'http.response.status_code': 200,
      'http.response.body.size': upTo(20_000),
    },
  };
}

function databaseSpan(): Pick<ShopSpan, 'name' | 'kind' | 'attributes'> {
  const table = upTo(60);
  return {
    name: `SELECT table_${table}`,
    kind: 3,
    attributes: {
      // The name before 2025, which half of the clients still send.
      [upTo(2) ? 'db.system' : 'db.system.name']: 'postgresql',
      'db.namespace': 'shop',
      'db.operation.name': 'SELECT',
      'db.collection.name': `table_${table}`,
      'db.query.text': `SELECT id, name, price FROM table_${table} WHERE id = $1 AND tenant = $2 LIMIT ${upTo(4)}`,
      'db.response.returned_rows': upTo(100),
    },
  };
}

function jsonRequest(spans: ShopSpan[]): object {
  const listed = (attributes: ShopSpan['attributes']) =>
    Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
    }));
  const written = spans.map(({ traceId, spanId, parentSpanId, name, kind, startMs, durationMs, attributes }) => ({
    traceId: traceId.toString('hex'),
    spanId: spanId.toString('hex'),
    parentSpanId: parentSpanId.toString('hex'),
    flags: 257,
    name,
    kind,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + durationMs}000000`,
    attributes: listed(attributes),
    status: {},
  }));
  const scopeSpans = [{ scope: { name: 'shop.http', version: '1.3.0' }, spans: written }];
  return { resourceSpans: [{ resource: { attributes: listed(resource) }, scopeSpans }] };
}

function protobufRequest(spans: ShopSpan[]): Uint8Array {
  const attribute = ([key, value]: [string, string | number], pbf: PbfWriter) => {
    pbf.writeStringField(1, key);
    pbf.writeMessage(
      2,
      (of, inner) =>
        typeof of === 'string' ? inner.writeStringField(1, of) : (inner.writeTag(3, 0), inner.writeVarint(of)),
      value,
    );
  };
  const span = (of: ShopSpan, pbf: PbfWriter) => {
    pbf.writeBytesField(1, of.traceId);
    pbf.writeBytesField(2, of.spanId);
    if (of.parentSpanId.length > 0) pbf.writeBytesField(4, of.parentSpanId);
    pbf.writeStringField(5, of.name);
    pbf.writeVarintField(6, of.kind);
    pbf.writeFixed64Field(7, of.startMs * 1e6);
    pbf.writeFixed64Field(8, (of.startMs + of.durationMs) * 1e6);
    for (const entry of Object.entries(of.attributes)) pbf.writeMessage(9, attribute, entry);
    pbf.writeMessage(15, () => {}, null);
    pbf.writeFixed32Field(16, 257);
  };
  const writer = new PbfWriter();
  writer.writeMessage(
    1,
    (_, resourceSpans) => {
      resourceSpans.writeMessage(
        1,
        (of, pbf) => {
          for (const entry of Object.entries(of)) pbf.writeMessage(1, attribute, entry);
        },
        resource,
      );
      resourceSpans.writeMessage(
        2,
        (of, pbf) => {
          pbf.writeMessage(
            1,
            (scope, inner) => {
              inner.writeStringField(1, scope);
              inner.writeStringField(2, '1.3.0');
            },
            'shop.http',
          );
          for (const each of of) pbf.writeMessage(2, span, each);
        },
        spans,
      );
    },
    null,
  );
  return writer.finish().slice();
}

/** Recorded items, each time with other IDs, until they have enough spans. */
function recorded(files: string[]): Payload[] {
  const items = files.map((file) =>
    readEnvelope(readFileSync(join(golden, file))).items.find(({ kind }) => kind === 'span' || kind === 'transaction')!,
  );
  const payloads: Payload[] = [];
  let count = 0;
  for (let n = 0; count < SPANS_A_BATCH; n += 1) {
    const { kind, contentType, payload } = items[n % items.length]!;
    const text = Buffer.from(payload).toString();
    const ids = new Map<string, string>();
    const renewed = text.replaceAll(/"([0-9a-f]{32}|[0-9a-f]{16})"/g, (_, id: string) => {
      if (!ids.has(id)) ids.set(id, randomBytes(id.length / 2).toString('hex'));
      return `"${ids.get(id)}"`;
    });
    payloads.push({ kind, contentType, payload: Buffer.from(renewed) });
    count += text.split('"start_timestamp"').length - 1;
  }
  return payloads;
}

/** The bodies of a format's requests, with marks in place of the IDs of traces (`load.ts`), and the content type of OTLP. */
export function bodiesOf({ payloads }: SpanFormat): { body: Buffer; contentType: string | null }[] {
  return payloads.map(({ kind, contentType, payload }) => {
    const marks = new Map<string, string>();
    const markOf = (id: string) => marks.get(id) ?? (marks.set(id, String(marks.size)), String(marks.size - 1));
    const text = Buffer.from(payload).toString('latin1');
    if (contentType === otlpTraces.protobuf) {
      // Fields 1 and 2 of a span: IDs of 16 and 8 bytes.
      // oxlint-disable-next-line no-control-regex -- the tags and lengths of protobuf
      const ids = /(\n\x10)([^]{8})([^]{8}\x12\x08)/g;
      const marked = text.replaceAll(
        ids,
        (_, head: string, id: string, rest: string) => `${head}%B${markOf(id).padStart(5, '0')}%${rest}`,
      );
      return { body: Buffer.from(marked, 'latin1'), contentType: 'application/x-protobuf' };
    }
    const marked = text.replaceAll(
      /"([0-9a-f]{16})([0-9a-f]{16})"/g,
      (_, id: string, rest: string) => `"%T${markOf(id).padStart(13, '0')}%${rest}"`,
    );
    const body = Buffer.from(marked, 'latin1');
    if (contentType === otlpTraces.json) return { body, contentType: 'application/json' };
    const itemCount = kind === 'span' ? marked.split('"start_timestamp"').length - 1 : 1;
    return {
      body: Buffer.from(writeEnvelope({}, [{ type: kind, contentType, itemCount, payload: body }])),
      contentType: null,
    };
  });
}

function parseJsonAlone(payload: Uint8Array): unknown {
  return JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString());
}

/** Every text and number, by the library's own readers, without what they mean. */
function parseProtobufAlone(payload: Uint8Array): unknown {
  const found: unknown[] = [];
  const attribute = (tag: number, into: unknown[], pbf: PbfReader) => {
    if (tag === 1) into.push(pbf.readString());
    else if (tag === 2)
      pbf.readFields(
        (of, _, inner) => void into.push(of === 1 ? inner.readString() : inner.readVarint(true)),
        null,
        pbf.readVarint() + pbf.pos,
      );
  };
  const span = (tag: number, into: unknown[], pbf: PbfReader) => {
    if (tag === 1 || tag === 2 || tag === 4) into.push(pbf.readBytes());
    else if (tag === 5) into.push(pbf.readString());
    else if (tag === 6) into.push(pbf.readVarint());
    else if (tag === 7 || tag === 8) into.push(pbf.readFixed64());
    else if (tag === 9) pbf.readMessage(attribute, into);
    else if (tag === 16) into.push(pbf.readFixed32());
  };
  const scopeSpans = (tag: number, into: unknown[], pbf: PbfReader) => void (tag === 2 && pbf.readMessage(span, into));
  const resourceSpans = (tag: number, into: unknown[], pbf: PbfReader) =>
    void (tag === 2 && pbf.readMessage(scopeSpans, into));
  new PbfReader(payload).readFields(
    (tag, into, pbf) => void (tag === 1 && pbf.readMessage(resourceSpans, into)),
    found,
  );
  return found;
}
