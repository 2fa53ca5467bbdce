import { PbfReader } from 'pbf';
import {
  numberValue,
  UnreadableOtlp,
  VALUE_DEPTH_MAX,
  type OtlpSpan,
  type OtlpSpans,
  type OtlpStatus,
} from './otlp.ts';
import type { Attributes, AttributeValue, SpanEvent, SpanLink } from '../span.ts';

/** Wire types of protobuf. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/**
 * Reads an `ExportTraceServiceRequest` in protobuf. The library reads the wire format, but trusts lengths and types:
 * every read here checks both, so that a hostile body is refused and never read past its end.
 * @throws {UnreadableOtlp}
 */
export function readOtlpProtobuf(bytes: Uint8Array): OtlpSpans[] {
  const found: OtlpSpans[] = [];
  const reader = new Reader(bytes);
  try {
    reader.fields(bytes.length, (field) => {
      if (field === 1) readResourceSpans(reader, found);
    });
  } catch (error) {
    if (error instanceof UnreadableOtlp) throw error;
    // The library throws for a varint or a number past the end, and for unknown wire types.
    throw new UnreadableOtlp('protobuf');
  }
  return found;
}

class Reader {
  readonly #reader: PbfReader;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#reader = new PbfReader(bytes);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Calls `read` for each field of a message that ends at `end`; fields that it does not read are skipped. */
  fields(end: number, read: (field: number) => void): void {
    const reader = this.#reader;
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) read(field);
    if (reader.pos !== end) throw new UnreadableOtlp('protobuf');
  }

  message(read: (field: number) => void): void {
    const end = this.#end();
    this.fields(end, read);
  }

  text(): string {
    const end = this.#end();
    const text = this.#bytes.toString('utf8', this.#reader.pos, end);
    this.#reader.pos = end;
    return text;
  }

  hex(): string {
    const end = this.#end();
    const text = this.#bytes.toString('hex', this.#reader.pos, end);
    this.#reader.pos = end;
    return text;
  }

  base64(): string {
    const end = this.#end();
    const text = this.#bytes.toString('base64', this.#reader.pos, end);
    this.#reader.pos = end;
    return text;
  }

  /** A number that the field's type keeps small, such as an enum. */
  small(): number {
    this.#require(VARINT);
    return this.#reader.readVarint(true);
  }

  /** An int64: text if a double cannot hold it. */
  integer(): number | string {
    this.#require(VARINT);
    const start = this.#reader.pos;
    const value = this.#reader.readVarint(true);
    if (Number.isSafeInteger(value)) return value;
    let exact = 0n;
    for (let at = start, shift = 0n; at < this.#reader.pos; at += 1, shift += 7n) {
      exact |= BigInt(this.#bytes[at]! & 0x7f) << shift;
    }
    return BigInt.asIntN(64, exact).toString();
  }

  flags(): number {
    this.#require(FIXED32);
    return this.#reader.readFixed32();
  }

  double(): number | string {
    this.#require(FIXED64);
    return numberValue(this.#reader.readDouble());
  }

  /** Nanoseconds as microseconds. */
  time(): number {
    this.#require(FIXED64);
    const low = this.#reader.readFixed32();
    const high = this.#reader.readFixed32();
    // 2^32 ns are 4,294,967 µs and 296 ns. Each product is an integer that a double holds exactly.
    return high * 4_294_967 + Math.floor((high * 296 + low) / 1000);
  }

  #require(type: number): void {
    if (this.#reader.type !== type) throw new UnreadableOtlp('protobuf');
  }

  #end(): number {
    this.#require(BYTES);
    const length = this.#reader.readVarint();
    const end = this.#reader.pos + length;
    if (end > this.#bytes.length) throw new UnreadableOtlp('protobuf');
    return end;
  }
}

function readResourceSpans(reader: Reader, found: OtlpSpans[]): void {
  // The fields may come in any order, so the resource is shared and filled.
  const resource: Attributes = new Map();
  reader.message((field) => {
    if (field === 1) reader.message((of) => of === 1 && readAttribute(reader, resource));
    else if (field === 2) found.push(readScopeSpans(reader, resource));
  });
}

function readScopeSpans(reader: Reader, resource: Attributes): OtlpSpans {
  const scope = { name: '', version: '', attributes: new Map() as Attributes };
  const spans: OtlpSpan[] = [];
  reader.message((field) => {
    if (field === 2) spans.push(readSpan(reader));
    else if (field === 1) {
      reader.message((of) => {
        if (of === 1) scope.name = reader.text();
        else if (of === 2) scope.version = reader.text();
        else if (of === 3) readAttribute(reader, scope.attributes);
      });
    }
  });
  return { resource, scope, spans };
}

function readSpan(reader: Reader): OtlpSpan {
  const span: OtlpSpan = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    traceState: '',
    name: '',
    flags: 0,
    kind: 0,
    startUs: 0,
    endUs: 0,
    attributes: new Map(),
    events: [],
    links: [],
    status: { code: 0, message: '' },
  };
  reader.message((field) => {
    switch (field) {
      case 1:
        span.traceId = reader.hex();
        break;
      case 2:
        span.spanId = reader.hex();
        break;
      case 3:
        span.traceState = reader.text();
        break;
      case 4:
        span.parentSpanId = reader.hex();
        break;
      case 5:
        span.name = reader.text();
        break;
      case 6:
        span.kind = reader.small();
        break;
      case 7:
        span.startUs = reader.time();
        break;
      case 8:
        span.endUs = reader.time();
        break;
      case 9:
        readAttribute(reader, span.attributes);
        break;
      case 11:
        span.events.push(readEvent(reader));
        break;
      case 13:
        span.links.push(readLink(reader));
        break;
      case 15:
        readStatus(reader, span.status);
        break;
      case 16:
        span.flags = reader.flags();
        break;
    }
  });
  return span;
}

function readEvent(reader: Reader): SpanEvent {
  const event: SpanEvent = { atUs: 0, name: '', attributes: new Map() };
  reader.message((field) => {
    if (field === 1) event.atUs = reader.time();
    else if (field === 2) event.name = reader.text();
    else if (field === 3) readAttribute(reader, event.attributes);
  });
  return event;
}

function readLink(reader: Reader): SpanLink {
  const link: SpanLink = { traceId: '', spanId: '', attributes: new Map() };
  reader.message((field) => {
    if (field === 1) link.traceId = reader.hex();
    else if (field === 2) link.spanId = reader.hex();
    else if (field === 4) readAttribute(reader, link.attributes);
  });
  return link;
}

function readStatus(reader: Reader, status: OtlpStatus): void {
  reader.message((field) => {
    if (field === 2) status.message = reader.text();
    else if (field === 3) status.code = reader.small();
  });
}

function readAttribute(reader: Reader, into: Attributes, depth = 0): void {
  let key = '';
  let value: AttributeValue = null;
  reader.message((field) => {
    if (field === 1) key = reader.text();
    else if (field === 2) value = readValue(reader, depth);
  });
  into.set(key, value);
}

/** What nests too deep is skipped, because nothing reads its field. */
function readValue(reader: Reader, depth: number): AttributeValue {
  if (depth > VALUE_DEPTH_MAX) return null;
  let value: AttributeValue = null;
  reader.message((field) => {
    switch (field) {
      case 1:
        value = reader.text();
        break;
      case 2:
        value = reader.small() !== 0;
        break;
      case 3:
        value = reader.integer();
        break;
      case 4:
        value = reader.double();
        break;
      case 5: {
        const list: AttributeValue[] = [];
        reader.message((of) => of === 1 && list.push(readValue(reader, depth + 1)));
        value = list;
        break;
      }
      case 6: {
        const entries: Attributes = new Map();
        reader.message((of) => of === 1 && readAttribute(reader, entries, depth + 1));
        value = Object.fromEntries(entries);
        break;
      }
      case 7:
        value = reader.base64();
        break;
    }
  });
  return value;
}
