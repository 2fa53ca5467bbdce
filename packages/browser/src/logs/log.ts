export type LogSeverity = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export interface Log {
  level: LogSeverity;
  message: string;
  attributes: Record<string, unknown>;
}
