import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { redactSecrets } from '@seismo/protocol/redact';
import { pino } from 'pino';
import { lineOfText } from './log-text.ts';

/** Which part of Seismo writes a line; docs/operations/logs.md lists them. */
export const stages = [
  'start',
  'stop',
  'http',
  'ingest',
  'pipeline',
  'store',
  'lease',
  'outbox',
  'assemble',
  'api',
  'command',
  'heartbeat',
  'alerts',
  'delivery',
  'backup',
] as const;

/** `reason`: why, in words. `error`: an unexpected error with its stack. Never payloads or secrets. */
export interface LogFields {
  stage: (typeof stages)[number];
  level?: never;
  time?: never;
  msg?: never;
  [name: string]: unknown;
}

/** One wide record per unit of work. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export const logLevels = ['info', 'warn', 'error'] as const;
export const logFormats = ['json', 'text'] as const;

export interface LogOptions {
  level: (typeof logLevels)[number];
  format: (typeof logFormats)[number];
}

const OPTIONS = 'seismo log';

/** For this process and the threads that it starts afterward. */
export function setLogOptions(options: LogOptions): void {
  setEnvironmentData(OPTIONS, { ...options });
}

/**
 * Lines on standard error, so that the output of commands on standard output stays clean. Links and tokens that grant
 * access, and email addresses, are removed anywhere in a line.
 */
export function createLog(): Log {
  const { level, format } = (getEnvironmentData(OPTIONS) ?? { level: 'info', format: 'json' }) as unknown as LogOptions;
  const stderr = pino.destination({ fd: 2, sync: true });
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    {
      write: (line) => {
        const safe = redactSecrets(line).replaceAll(EMAIL, '[email]');
        stderr.write(format === 'text' ? lineOfText(safe) : safe);
      },
    },
  );
}

/** Errors of databases may quote values of reports. */
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
