import {
  ATTACHMENT_BYTES_MAX,
  CHECK_IN_BYTES_MAX,
  CLIENT_REPORT_BYTES_MAX,
  EVENT_BYTES_MAX,
  FEEDBACK_BYTES_MAX,
  OTHER_ITEM_BYTES_MAX,
  SESSION_BYTES_MAX,
  USER_REPORT_BYTES_MAX,
} from '../limits.ts';

/**
 * The item kinds of the envelope protocol and the data category that rate limits and client reports use for each
 * (`envelopeItemTypeToDataCategory`, @sentry/core `utils/envelope.js`, read 2026-11 in 11.12.0).
 */
export const itemCategories = {
  event: 'error',
  attachment: 'attachment',
  client_report: 'internal',
  session: 'session',
  sessions: 'session',
  transaction: 'transaction',
  span: 'span',
  log: 'log_item',
  trace_metric: 'trace_metric',
  check_in: 'monitor',
  feedback: 'feedback',
  user_report: 'default',
  replay_event: 'replay',
  replay_recording: 'replay',
  replay_video: 'replay',
  profile: 'profile',
  profile_chunk: 'profile',
  statsd: 'metric_bucket',
} as const;

export type KnownItemKind = keyof typeof itemCategories;
/** A known kind, or `unknown` for anything else, so that client text never becomes a ledger key. */
export type ItemKind = KnownItemKind | 'unknown';
export type DataCategory = (typeof itemCategories)[KnownItemKind];

export function itemKindOf(type: unknown): ItemKind {
  return typeof type === 'string' && Object.hasOwn(itemCategories, type) ? (type as KnownItemKind) : 'unknown';
}

export function categoryOf(kind: ItemKind): DataCategory {
  return kind === 'unknown' ? 'default' : itemCategories[kind];
}

const bytesMax: { readonly [Kind in ItemKind]?: number } = {
  event: EVENT_BYTES_MAX,
  attachment: ATTACHMENT_BYTES_MAX,
  client_report: CLIENT_REPORT_BYTES_MAX,
  session: SESSION_BYTES_MAX,
  sessions: SESSION_BYTES_MAX,
  check_in: CHECK_IN_BYTES_MAX,
  feedback: FEEDBACK_BYTES_MAX,
  user_report: USER_REPORT_BYTES_MAX,
};

/** An attachment belongs to the item of such a kind in its envelope. */
export const attachmentParents: readonly ItemKind[] = ['event', 'transaction', 'feedback'];

/** Content types of `span` items that hold the body of an OTLP trace request. Ingest makes these items; no client does. */
export const otlpTraces = {
  json: 'application/vnd.seismo.otlp.traces+json',
  protobuf: 'application/vnd.seismo.otlp.traces+protobuf',
} as const;

/** Bytes that the payload of an item may have. */
export function itemBytesMax(kind: ItemKind): number {
  return bytesMax[kind] ?? OTHER_ITEM_BYTES_MAX;
}
