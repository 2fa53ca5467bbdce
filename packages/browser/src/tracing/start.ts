import { hexId } from '../clock.ts';
import { getClient } from '../scopes.ts';
import { Span, type SpanOptions } from './span.ts';
import { beginTrace } from './trace.ts';

export interface StartSpanOptions extends SpanOptions {
  /** `null`: the root of a transaction of its own. */
  parentSpan?: Span | null;
}

export const getActiveSpan = (): Span | undefined => getClient()?.active;

export const getRootSpan = (span: Span): Span => span.trace?.root ?? span;

/** Starts a span that never becomes active. End it yourself. */
export function startInactiveSpan({ parentSpan = getActiveSpan() ?? null, ...options }: StartSpanOptions): Span {
  const client = getClient();
  const parent = parentSpan?.endTime ? parentSpan.trace?.root : parentSpan;
  if (parent?.trace) return parent.trace.begin(options, parent);
  return client ? beginTrace(client, options).root : new Span(options, hexId(16));
}

/** Synchronous work of `callback` becomes part of the span; after an `await`, part of the page's span. */
export function withActiveSpan<T>(span: Span | null, callback: () => T): T {
  const client = getClient();
  if (!client) return callback();
  const before = client.active;
  client.active = span ?? undefined;
  try {
    return callback();
  } finally {
    client.active = before?.endTime ? undefined : before;
  }
}

/** The span ends when `callback` returns, or its promise is settled, or when it throws: then it failed. */
export function startSpan<T>(options: StartSpanOptions, callback: (span: Span) => T): T {
  return startSpanManual(options, (span, finish) => {
    const result = callback(span);
    const then = (result as PromiseLike<unknown> | undefined)?.then;
    if (typeof then !== 'function') {
      finish();
      return result;
    }
    return (result as unknown as Promise<unknown>).then(
      (value) => {
        finish();
        return value;
      },
      (error: unknown) => {
        fail(span);
        throw error;
      },
    ) as T;
  });
}

export function startSpanManual<T>(options: StartSpanOptions, callback: (span: Span, finish: () => void) => T): T {
  const span = startInactiveSpan(options);
  try {
    return withActiveSpan(span, () => callback(span, () => span.end()));
  } catch (error) {
    fail(span);
    throw error;
  }
}

function fail(span: Span): void {
  if (!span.status) span.setStatus({ code: 2 });
  span.end();
}
