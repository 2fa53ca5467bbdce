import { CLIENT_LINKED_ERROR_COUNT_MAX, CLIENT_VALUE_CHARS_MAX } from '@seismo/protocol/client-limits';
import type { Event, EventHint, Exception, Mechanism } from '../event.ts';
import { parseStack } from '../stack/parse.ts';

/** Whether it is an `Error`, including those of other realms. */
const isError = (value: unknown): value is Error =>
  value instanceof Error || /Error|Exception/.test(Object.prototype.toString.call(value).slice(8, -1));

/** The event of a thrown, rejected or captured value. */
export function eventOf(thrown: unknown, hint: EventHint): Event {
  const mechanism: Mechanism = { type: 'generic', handled: true, ...hint.mechanism };
  // An `ErrorEvent` contains the error.
  const value = isEvent(thrown) ? ((thrown as ErrorEvent).error ?? thrown) : thrown;
  if (isError(value)) return { level: 'error', exception: { values: chainOf(value, mechanism) } };
  const isObject = typeof value === 'object' && value !== null;
  const rejected = mechanism.type.endsWith('rejection');
  return {
    level: 'error',
    exception: {
      values: [
        {
          type: isEvent(value) ? value.constructor.name : rejected ? 'UnhandledRejection' : 'Error',
          value: describe(value, rejected),
          ...stacktraceOf(hint.syntheticException),
          mechanism: { ...mechanism, synthetic: true },
        },
      ],
    },
    ...(isObject && { extra: { __serialized__: value } }),
  };
}

/** The message for a value that is not an error, in the words of the Sentry SDKs, so that both group together. */
function describe(value: unknown, rejected: boolean): string {
  const kind = rejected ? 'promise rejection' : 'exception';
  if (isEvent(value)) return `Event \`${value.constructor.name}\` (type=${value.type}) captured as ${kind}`;
  if (typeof value !== 'object' || !value)
    return rejected ? `Non-Error ${kind} captured with value: ${String(value)}` : String(value);
  const { message } = value as { message?: unknown };
  const keys = Object.keys(value).sort().slice(0, KEY_COUNT_MAX).join(', ');
  return typeof message === 'string' ? message : `Object captured as ${kind} with keys: ${keys}`;
}

const KEY_COUNT_MAX = 20;

const isEvent = (value: unknown): value is globalThis.Event => value instanceof globalThis.Event;

/** The error, its causes and the errors inside of it: the innermost first, the thrown one last. */
function chainOf(thrown: Error, mechanism: Mechanism): Exception[] {
  const values: Exception[] = [];
  const seen: unknown[] = [];
  const visit = (error: unknown, parent?: number, source?: string): void => {
    const id = seen.length;
    if (!isError(error) || id >= CLIENT_LINKED_ERROR_COUNT_MAX || seen.includes(error)) return;
    seen.push(error);
    const { name, message, cause, errors } = error as Error & { errors?: unknown };
    const group = Array.isArray(errors) && { is_exception_group: true };
    values.unshift({
      type: String(name || 'Error'),
      value: String(message ?? '').slice(0, CLIENT_VALUE_CHARS_MAX),
      ...stacktraceOf(error),
      mechanism: source
        ? { type: 'chained', handled: true, source, exception_id: id, parent_id: parent!, ...group }
        : { ...mechanism, exception_id: id, ...group },
    });
    visit(cause, id, 'cause');
    if (group)
      errors.slice(0, CLIENT_LINKED_ERROR_COUNT_MAX).forEach((inner, index) => visit(inner, id, `errors[${index}]`));
  };
  visit(thrown);
  return values;
}

function stacktraceOf(error: Error | undefined): Pick<Exception, 'stacktrace'> {
  const frames = parseStack(error?.stack, error?.message);
  return frames.length ? { stacktrace: { frames } } : {};
}
