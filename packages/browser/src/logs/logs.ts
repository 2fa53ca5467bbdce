import { LOG_BUFFER_COUNT_MAX, LOG_FLUSH_DELAY_MS } from '@seismo/protocol/limits';
import type { Client } from '../client.ts';
import { seconds } from '../clock.ts';
import { guarded } from '../debug.ts';
import { normalize, textOf } from '../errors/normalize.ts';
import type { Integration } from '../integration.ts';
import { observeConsole } from '../page/console.ts';
import type { ConsoleMethod } from '../page/console.ts';
import { getClient, pageScopes } from '../scopes.ts';
import type { Log, LogSeverity } from './log.ts';
import { Template } from './template.ts';

const buffers = new WeakMap<Client, (log: Log) => void>();

/** Sends what `logger` is given, and with `console` also what the page writes to its console. */
export function logs({ console: methods = [] }: { console?: readonly ConsoleMethod[] } = {}): Integration {
  return {
    name: 'Logs',
    setup(client) {
      buffers.set(client, openBuffer(client));
      if (!methods.length) return;
      observeConsole(client, (method, args) => {
        if (methods.includes(method)) write(levelOf(method), textOf(args), { 'sentry.origin': 'auto.log.console' });
      });
    },
  };
}

const levelOf = (method: ConsoleMethod): LogSeverity =>
  method === 'log' ? 'info' : method === 'assert' ? 'error' : method;

export function write(level: LogSeverity, message: string | Template, attributes?: Record<string, unknown>): void {
  guarded(() => {
    const client = getClient();
    const add = client && buffers.get(client);
    const written = message instanceof Template ? message.attributes : {};
    add?.({ level, message: String(message), attributes: { ...written, ...attributes } });
  });
}

/** Collects logs: they go 5 seconds after the last one, at 100, and when the page is left. */
function openBuffer(client: Client): (log: Log) => void {
  let buffer: Record<string, unknown>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sequence = 0;
  const inferring = client.options.sendDefaultPii ? 'auto' : 'never';
  const flush = (): void => {
    clearTimeout(timer);
    if (!buffer.length) return;
    const items = buffer;
    buffer = [];
    void client.send([
      {
        header: { type: 'log', item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
        payload: { version: 2, ingest_settings: { infer_ip: inferring, infer_user_agent: inferring }, items },
        quantity: items.length,
      },
    ]);
  };
  client.on('flush', flush);
  return (given) => {
    const { beforeSendLog } = client.options;
    const log = beforeSendLog ? beforeSendLog(given) : given;
    if (!log) {
      client.transport.drop('before_send', 'log_item');
      return;
    }
    buffer.push({
      timestamp: seconds(),
      level: log.level,
      severity_number: severityNumbers[log.level],
      body: log.message,
      trace_id: (client.active ?? client.propagation).traceId,
      attributes: typed({ ...contextOf(client), 'sentry.timestamp.sequence': (sequence += 1), ...log.attributes }),
    });
    clearTimeout(timer);
    if (buffer.length >= LOG_BUFFER_COUNT_MAX) flush();
    else timer = setTimeout(flush, LOG_FLUSH_DELAY_MS);
  };
}

/** OpenTelemetry's numbers (opentelemetry.io "Logs Data Model", severity). */
const severityNumbers: Record<LogSeverity, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

function contextOf({ options, active }: Client): Record<string, unknown> {
  const { user } = pageScopes().page;
  return {
    'sentry.environment': options.environment,
    'sentry.release': options.release,
    'sentry.trace.parent_span_id': active?.spanId,
    'user.id': user?.id,
    'user.email': user?.email,
    'user.name': user?.username,
  };
}

/** Attributes say their type; what is no plain value becomes JSON text. */
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
