import { LOG_BUFFER_COUNT_MAX, LOG_FLUSH_DELAY_MS } from '@seismo/protocol/client-limits';
import { seconds } from '../clock.ts';
import { logDebug } from '../debug.ts';
import { normalize } from '../errors/normalize.ts';
import type { Scope } from '../scope.ts';
import type { DropReason } from '../transport/transport.ts';
import type { Item } from '../transport/envelope.ts';
import type { Log, LogSeverity } from './log.ts';

export interface LogTarget {
  beforeSendLog?: ((log: Log) => Log | null) | undefined;
  sendDefaultPii?: boolean | undefined;
  send(item: Item): unknown;
  drop(reason: DropReason): unknown;
}

/** Where a log belongs: attributes of the page or the request around it, and its trace. */
export interface LogContext {
  traceId: string;
  attributes: Record<string, unknown>;
}

/** Buffers logs and sends them 5 seconds after the last one, at 100, and on flush. */
export function openLogBuffer({ beforeSendLog, sendDefaultPii, send, drop }: LogTarget) {
  let buffer: Record<string, unknown>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sequence = 0;
  const inferring = sendDefaultPii ? 'auto' : 'never';
  const flush = (): void => {
    clearTimeout(timer);
    if (!buffer.length) return;
    const items = buffer;
    buffer = [];
    send({
      header: { type: 'log', item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
      payload: { version: 2, ingest_settings: { infer_ip: inferring, infer_user_agent: inferring }, items },
      quantity: items.length,
    });
  };
  return {
    flush,
    add(given: Log, { traceId, attributes }: LogContext): void {
      let log: Log | null | undefined;
      let reason: DropReason = 'before_send';
      try {
        log = beforeSendLog ? beforeSendLog(given) : given;
      } catch (error) {
        logDebug(error);
        reason = 'callback_error';
      }
      if (!log) {
        drop(reason);
        return;
      }
      buffer.push({
        timestamp: seconds(),
        level: log.level,
        severity_number: severityNumbers[log.level],
        body: log.message,
        trace_id: traceId,
        attributes: typed({ ...attributes, 'sentry.timestamp.sequence': (sequence += 1), ...log.attributes }),
      });
      clearTimeout(timer);
      if (buffer.length >= LOG_BUFFER_COUNT_MAX) flush();
      else timer = setTimeout(flush, LOG_FLUSH_DELAY_MS);
    },
  };
}

export const attributesOf = (
  { environment, release }: { environment?: string | undefined; release?: string | undefined },
  { user }: Scope,
  spanId?: string,
): Record<string, unknown> => ({
  'sentry.environment': environment,
  'sentry.release': release,
  'sentry.trace.parent_span_id': spanId,
  'user.id': user?.id,
  'user.email': user?.email,
  'user.name': user?.username,
});

/** OpenTelemetry's numbers (opentelemetry.io "Logs Data Model", severity). */
const severityNumbers: Record<LogSeverity, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

/** Attributes have a type; values that are not primitive become JSON text. */
function typed(attributes: Record<string, unknown>): Record<string, { value: unknown; type: string }> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, given]) => {
      const value = normalize(given, 3);
      const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'double') : typeof value;
      if (value === undefined || value === null) return [];
      return [[name, type === 'object' ? { value: JSON.stringify(value), type: 'string' } : { value, type }]];
    }),
  );
}
