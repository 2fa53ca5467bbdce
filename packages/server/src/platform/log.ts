import { redactSecrets } from '@seismo/protocol/redact';
import { pino } from 'pino';

/** One wide record per unit of work: fields, never payloads or secrets. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * JSON lines on standard error, so that the output of commands on standard output stays clean. Links and tokens that
 * grant access are removed anywhere in a line.
 */
export function createLog(level: 'info' | 'warn' | 'error'): Log {
  const stderr = pino.destination({ fd: 2, sync: true });
  return pino(
    { level, base: null, timestamp: () => `,"at":"${new Date().toISOString()}"` },
    { write: (line) => stderr.write(redactSecrets(line)) },
  );
}
