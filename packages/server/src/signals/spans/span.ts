/**
 * A span as a client sent it, in the terms of every format that Seismo reads. Later steps give its attributes their
 * current names and take the columns of its row from them.
 */
export interface Span {
  /** 32 lower-case hex digits. */
  traceId: string;
  /** 16 lower-case hex digits; `parentSpanId` is `''` for the first span of a trace. */
  spanId: string;
  parentSpanId: string;
  /** Whether the span is the first of its service in the trace: a page load, a request to a server, a job. */
  isSegment: boolean;
  /** The segment that the span belongs to, `''` if the client does not say. */
  segmentId: string;
  /** Unix microseconds. A client's clock may be wrong; `endUs` is never before `startUs`. */
  startUs: number;
  endUs: number;
  name: string;
  kind: SpanKind;
  status: SpanStatus;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
}

/** The spans of an item. One that lacks what a span needs is `null`. */
export interface ReadSpans {
  spans: (Span | null)[];
  /** `auto`: the client asks for the address of its connection as the user's; `never` forbids it. */
  inferIp: string | null;
  /** Whether the client runs in the visitor's browser, so that the request's User-Agent is the visitor's. */
  isBrowser: boolean;
}

export type SpanKind = '' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanEvent {
  atUs: number;
  name: string;
  attributes: Attributes;
}

export interface SpanLink {
  traceId: string;
  spanId: string;
  attributes: Attributes;
}

/** A map, because clients may name an attribute `__proto__`. */
export type Attributes = Map<string, AttributeValue>;

/**
 * Bytes are base64. An integer that a double cannot hold is text, so that an ID keeps its digits; NaN and the infinities
 * are text, too, as in JSON.
 */
export type AttributeValue = null | string | number | boolean | AttributeValue[] | { [key: string]: AttributeValue };
