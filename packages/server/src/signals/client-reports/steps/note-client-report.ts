import { isFields, limits, type Fields } from '@seismo/protocol';

export interface ClientDiscard {
  category: string;
  reason: string;
  quantity: number;
}

/** Drops that a client reports, summed per category and reason. Invalid ones are ignored. */
export const noteClientReport = ({ raw }: { raw: object }): ClientDiscard[] => {
  const list = (raw as Fields)['discarded_events'];
  if (!Array.isArray(list)) return [];
  const sums = new Map<string, ClientDiscard>();
  for (const entry of list.slice(0, limits.CLIENT_REPORT_ENTRY_COUNT_MAX)) {
    if (!isFields(entry)) continue;
    const quantity = entry['quantity'];
    if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity <= 0) continue;
    const category = oneOf(categories, entry['category']);
    const reason = oneOf(reasons, entry['reason']);
    const key = `${category} ${reason}`;
    const sum = sums.get(key) ?? { category, reason, quantity: 0 };
    sum.quantity = Math.min(sum.quantity + quantity, limits.CLIENT_QUANTITY_MAX);
    sums.set(key, sum);
  }
  return [...sums.values()];
};

/**
 * The names of SDKs and Relay (getsentry/relay, relay-base-schema/src/data_category.rs). Others count as `other`: each
 * category becomes a ledger row, and the Stats page reads all rows.
 */
const categories: ReadonlySet<string> = new Set(
  (
    'attachment attachment_item check_in default error feedback internal log_byte log_item metric_bucket monitor ' +
    'profile profile_chunk profile_chunk_ui profile_duration profile_indexed replay replay_video security session ' +
    'span span_indexed statsd trace_metric transaction transaction_indexed user_report_v2'
  ).split(' '),
);

/** As the SDKs of all languages name them (develop.sentry.dev/sdk/telemetry/client-reports). */
const reasons: ReadonlySet<string> = new Set(
  (
    'backpressure before_send buffer_overflow cache_overflow callback_error event_processor ignored insufficient_data ' +
    'internal_sdk_error invalid network_error no_parent_span queue_overflow ratelimit_backoff sample_rate send_error ' +
    'too_big unknown'
  ).split(' '),
);

function oneOf(known: ReadonlySet<string>, text: unknown): string {
  return typeof text === 'string' && known.has(text) ? text : 'other';
}
