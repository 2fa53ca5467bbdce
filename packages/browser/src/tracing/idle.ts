import {
  TRACING_CHILD_TIMEOUT_MS,
  TRACING_FINAL_TIMEOUT_MS,
  TRACING_IDLE_TIMEOUT_MS,
} from '@seismo/protocol/client-limits';
import type { Client } from '../client.ts';
import { preciseSeconds } from '../clock.ts';
import type { Span, SpanOptions } from './span.ts';
import { beginTrace, type Trace } from './trace.ts';

export interface IdleTimeouts {
  idleTimeout?: number;
  finalTimeout?: number;
  childSpanTimeout?: number;
}

/**
 * A trace of the page that ends by itself: after a second without activity, when the last span has been open for 15
 * seconds, or after 30 seconds. It lasts until its last activity.
 */
export function beginIdleTrace(
  client: Client,
  options: SpanOptions,
  {
    idleTimeout = TRACING_IDLE_TIMEOUT_MS,
    finalTimeout = TRACING_FINAL_TIMEOUT_MS,
    childSpanTimeout = TRACING_CHILD_TIMEOUT_MS,
  }: IdleTimeouts,
  finishing: (trace: Trace) => void,
): Trace {
  const trace = beginTrace(client, options);
  const { root } = trace;
  const open = new Set<Span>();
  const finish = (): void => {
    if (root.endTime) return;
    finishing(trace);
    const last = Math.max(root.startTime, ...trace.spans.map(({ startTime, endTime }) => endTime ?? startTime));
    root.end(Math.min(last, root.startTime + finalTimeout / 1000));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (timeoutMs: number): void => {
    clearTimeout(timer);
    // A page that is still being loaded is not idle.
    timer = setTimeout(() => (document.readyState === 'complete' ? finish() : wait(timeoutMs)), timeoutMs);
  };
  wait(idleTimeout);
  const final = setTimeout(finish, finalTimeout - (preciseSeconds() - root.startTime) * 1000);
  trace.watch = {
    began(span) {
      open.add(span);
      wait(childSpanTimeout);
    },
    ended(span) {
      open.delete(span);
      if (!root.endTime) {
        if (!open.size) wait(idleTimeout);
        return;
      }
      clearTimeout(timer);
      clearTimeout(final);
    },
  };
  trace.finish = finish;
  client.active = root;
  return trace;
}
