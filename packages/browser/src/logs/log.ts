import { Template } from './template.ts';

export type LogSeverity = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export interface Log {
  level: LogSeverity;
  message: string;
  attributes: Record<string, unknown>;
}

export type Text = string | Template;

export const logOf = (level: LogSeverity, message: Text, attributes?: Record<string, unknown>): Log => ({
  level,
  message: String(message),
  attributes: { ...(message instanceof Template && message.attributes), ...attributes },
});
