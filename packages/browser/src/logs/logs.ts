import type { Client } from '../client.ts';
import { safely } from '../debug.ts';
import { textOf } from '../errors/normalize.ts';
import type { Integration } from '../integration.ts';
import { observeConsole, type ConsoleMethod } from '../page/console.ts';
import { getClient, pageScopes } from '../scopes.ts';
import { attributesOf, openLogBuffer } from './buffer.ts';
import { logOf, type Log, type LogSeverity, type Text } from './log.ts';

const writers = new WeakMap<Client, (log: Log) => void>();

/** Sends the messages of `logger`, and with `console` also the page's console messages. */
export function logs({ console: methods = [] }: { console?: readonly ConsoleMethod[] } = {}): Integration {
  return {
    name: 'Logs',
    setup(client) {
      writers.set(client, openWriter(client));
      if (!methods.length) return;
      observeConsole(client, (method, args) => {
        if (methods.includes(method)) write(levelOf(method), textOf(args), { 'sentry.origin': 'auto.log.console' });
      });
    },
  };
}

const levelOf = (method: ConsoleMethod): LogSeverity =>
  method === 'log' ? 'info' : method === 'assert' ? 'error' : method;

export function write(level: LogSeverity, message: Text, attributes?: Record<string, unknown>): void {
  safely(() => {
    const client = getClient();
    if (client) writers.get(client)?.(logOf(level, message, attributes));
  });
}

function openWriter(client: Client): (log: Log) => void {
  const { beforeSendLog, sendDefaultPii, environment, release } = client.options;
  const { add, flush } = openLogBuffer({
    beforeSendLog,
    sendDefaultPii,
    send: (item) => client.send([item]),
    drop: (reason) => client.transport.drop(reason, 'log_item'),
  });
  client.on('flush', flush);
  return (log) => {
    const { active, propagation } = client;
    add(log, {
      traceId: (active ?? propagation).traceId,
      attributes: attributesOf({ environment, release }, pageScopes().page, active?.spanId),
    });
  };
}
