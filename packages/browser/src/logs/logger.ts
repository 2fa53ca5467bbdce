import type { LogSeverity, Text } from './log.ts';
import { write } from './logs.ts';
import { Template } from './template.ts';

type Attributes = Record<string, unknown>;
type Write = (level: LogSeverity, message: Text, attributes?: Attributes) => void;

export const loggerOf = (add: Write) => ({
  trace: (message: Text, attributes?: Attributes): void => add('trace', message, attributes),
  debug: (message: Text, attributes?: Attributes): void => add('debug', message, attributes),
  info: (message: Text, attributes?: Attributes): void => add('info', message, attributes),
  warn: (message: Text, attributes?: Attributes): void => add('warn', message, attributes),
  error: (message: Text, attributes?: Attributes): void => add('error', message, attributes),
  fatal: (message: Text, attributes?: Attributes): void => add('fatal', message, attributes),
  fmt: (strings: TemplateStringsArray, ...values: unknown[]): Template => new Template(strings, values),
});

export type Logger = ReturnType<typeof loggerOf>;

/** Structured logs. `logger.info(logger.fmt`paid ${amount}`, { order })` sends the template with the text. */
export const logger: Logger = /* @__PURE__ */ loggerOf(write);
