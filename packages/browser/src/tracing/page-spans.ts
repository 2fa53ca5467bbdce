import type { Client } from '../client.ts';
import { preciseSeconds } from '../clock.ts';
import { observeEntries } from '../page/entries.ts';
import { selectorOf } from '../page/selector.ts';
import { Span } from './span.ts';
import type { Trace } from './trace.ts';

interface LongFrame extends PerformanceEntry {
  scripts?: { sourceURL?: string; sourceFunctionName?: string; invoker?: string }[];
}

interface InteractionEntry extends PerformanceEventTiming {
  interactionId: number;
}

/** Ignore faster interactions; browsers report none below 16 ms. */
const INTERACTION_MS_MIN = 40;

/** Adds the browser's measurements to the page's trace: resources, long tasks and slow interactions. */
export function tracePage(client: Client, current: () => Trace | undefined, own: (url: string) => boolean): void {
  const add = (entry: PerformanceEntry, op: string, name: string, attributes: Record<string, unknown> = {}): void => {
    const trace = current();
    const startTime = preciseSeconds(entry.startTime);
    if (!trace || startTime < trace.root.startTime) return;
    measure(trace, op, name, startTime, startTime + entry.duration / 1000, attributes);
  };

  observeEntries<PerformanceResourceTiming>(client.signal, 'resource', (entries) => {
    for (const entry of entries) {
      const { initiatorType, name, transferSize, encodedBodySize, decodedBodySize, renderBlockingStatus } =
        entry as PerformanceResourceTiming & { renderBlockingStatus?: string };
      // Requests by script are spans already.
      if (/^(fetch|xmlhttprequest|beacon)$/.test(initiatorType) || own(name)) continue;
      add(
        entry,
        `resource.${initiatorType || 'other'}`,
        name.replace(/^data:.*/s, 'data:').replace(`${location.origin}/`, '/'),
        {
          'http.response_transfer_size': transferSize,
          'http.response_content_length': encodedBodySize,
          'http.decoded_response_content_length': decodedBodySize,
          'resource.render_blocking_status': renderBlockingStatus,
        },
      );
    }
  });

  const hasFrames = PerformanceObserver.supportedEntryTypes.includes('long-animation-frame');
  observeEntries<LongFrame>(client.signal, hasFrames ? 'long-animation-frame' : 'longtask', (entries) => {
    for (const entry of entries) {
      const { sourceURL, sourceFunctionName, invoker } = entry.scripts?.[0] ?? {};
      add(entry, hasFrames ? 'ui.long-animation-frame' : 'ui.long-task', 'Main UI thread blocked', {
        'code.filepath': sourceURL,
        'code.function': sourceFunctionName,
        'browser.script.invoker': invoker,
      });
    }
  });

  observeEntries<InteractionEntry>(
    client.signal,
    'event',
    (entries) => {
      for (const entry of entries) {
        if (entry.interactionId)
          add(entry, `ui.interaction.${entry.name.startsWith('key') ? 'press' : 'click'}`, selectorOf(entry.target), {
            'event.type': entry.name,
          });
      }
    },
    { durationThreshold: INTERACTION_MS_MIN },
  );
}

/** Adds the browser's measurements of the page load. */
export function traceLoading(trace: Trace): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!entry) return;
  const phases: [op: string, name: string, from: number, to: number][] = [
    ['cache', 'Cache', entry.fetchStart, entry.domainLookupStart],
    ['DNS', 'DNS', entry.domainLookupStart, entry.domainLookupEnd],
    ['connect', 'Connection', entry.connectStart, entry.connectEnd],
    ['request', 'Request', entry.requestStart, entry.responseStart],
    ['response', 'Response', entry.responseStart, entry.responseEnd],
    ['domContentLoadedEvent', 'DOMContentLoaded', entry.domContentLoadedEventStart, entry.domContentLoadedEventEnd],
    ['loadEvent', 'Load', entry.loadEventStart, entry.loadEventEnd],
  ];
  for (const [op, name, from, to] of phases) {
    if (from && to) measure(trace, `browser.${op}`, name, preciseSeconds(from), preciseSeconds(to));
  }
}

/** A span that had already ended does not keep the trace open. */
function measure(
  { root, keep }: Trace,
  op: string,
  name: string,
  startTime: number,
  endTime: number,
  attributes: Record<string, unknown> = {},
): void {
  const span = new Span(
    { name, op, startTime, attributes: { 'sentry.origin': 'auto.ui.browser.metrics', ...attributes } },
    root.traceId,
    root.spanId,
  );
  span.end(endTime);
  keep(span);
}
