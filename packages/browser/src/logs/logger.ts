import { write } from './logs.ts';
import { Template } from './template.ts';

type Attributes = Record<string, unknown>;
type Text = string | Template;

/** Structured logs. `logger.info(logger.fmt`paid ${amount}`, { order })` keeps the template beside the text. */
export const logger = {
  trace: (message: Text, attributes?: Attributes): void => write('trace', message, attributes),
  debug: (message: Text, attributes?: Attributes): void => write('debug', message, attributes),
  info: (message: Text, attributes?: Attributes): void => write('info', message, attributes),
  warn: (message: Text, attributes?: Attributes): void => write('warn', message, attributes),
  error: (message: Text, attributes?: Attributes): void => write('error', message, attributes),
  fatal: (message: Text, attributes?: Attributes): void => write('fatal', message, attributes),
  fmt: (strings: TemplateStringsArray, ...values: unknown[]): Template => new Template(strings, values),
};
