import type { Client } from '../client.ts';
import { hexId, preciseSeconds } from '../clock.ts';
import type { Integration } from '../integration.ts';
import { observeEntries } from '../page/entries.ts';
import { listen } from '../page/listen.ts';
import { selectorOf } from '../page/selector.ts';
import { pageScopes } from '../scopes.ts';
import type { Item } from '../transport/envelope.ts';
import { interactions, layoutShifts, type LayoutShift } from './metrics.ts';

interface Paint extends PerformanceEntry {
  element?: Element | null;
  url?: string;
  size?: number;
}

type Data = Record<string, string | number | undefined>;
type Send = (name: string, op: string, value: number, startMs: number, description: string, data: Data) => void;

/**
 * Measures LCP, INP, CLS, FCP and TTFB by the definitions of the `web-vitals` library (GoogleChrome/web-vitals 6.2.3
 * `src/on*.ts` and `src/attribution`, read 2026-11), each with its cause. FCP and TTFB are sent with the transaction of
 * the page load if there is one; the others are final when the page is first hidden, and are separate spans. A page
 * restored from the back-forward cache is measured as another visit.
 */
export function vitals(): Integration {
  return {
    name: 'WebVitals',
    setup(client) {
      if (typeof document !== 'undefined' && 'PerformanceObserver' in globalThis) measure(client);
    },
  };
}

function measure(client: Client): void {
  const { signal } = client;
  const timings = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number;
  })[];
  // A page that was prepared beforehand begins for its visitor when it is shown.
  let begin = timings[0]?.activationStart ?? 0;
  const since = (ms: number): number => Math.max(0, ms - begin);
  let firstByte = since(timings[0]?.responseStart ?? 0);
  const route = location.pathname;
  let hiddenAt = document.visibilityState === 'hidden' ? 0 : Infinity;
  let { propagation, active } = client;
  // Wait, because tracing may follow in the list of integrations.
  queueMicrotask(() => ({ propagation, active } = client));

  let largestPaint:
    | { startTime: number; url: string | undefined; size: number | undefined; target: string }
    | undefined;
  let paintIsFinal = false;
  let shifts = layoutShifts();
  let inputs = interactions(selectorOf);
  let inputsBefore = 0;

  const addInputs = (entries: PerformanceEventTiming[]): void => entries.forEach((entry) => inputs.add(entry));
  const inputCount = (): number | undefined => (performance as { interactionCount?: number }).interactionCount;

  if (firstByte) client.measurements['ttfb'] = { value: firstByte, unit: 'millisecond' };
  const pending = [
    observeEntries(signal, 'paint', (entries) => {
      const first = entries.find(({ name }) => name === 'first-contentful-paint');
      if (first && first.startTime < hiddenAt)
        client.measurements['fcp'] = { value: since(first.startTime), unit: 'millisecond' };
    }),
    observeEntries<Paint>(signal, 'largest-contentful-paint', (entries) => {
      const entry = entries.at(-1);
      if (!entry || paintIsFinal || entry.startTime >= hiddenAt) return;
      const { element, url, size, startTime } = entry;
      largestPaint = { startTime, url, size, target: selectorOf(element) };
    }),
    observeEntries<LayoutShift>(signal, 'layout-shift', (entries) => entries.forEach((entry) => shifts.add(entry))),
    observeEntries<PerformanceEventTiming>(signal, 'event', addInputs, { durationThreshold: 40 }),
    observeEntries<PerformanceEventTiming>(signal, 'first-input', addInputs),
  ];
  // Paints after the first interaction are responses to it.
  for (const type of ['keydown', 'click'] as const) {
    listen(
      signal,
      type,
      ({ isTrusted }) => {
        if (!isTrusted || paintIsFinal) return;
        pending[1]?.();
        paintIsFinal = true;
      },
      { capture: true },
    );
  }

  listen(signal, 'pageshow', ({ persisted, timeStamp }) => {
    if (!persisted) return;
    ({ propagation, active } = client);
    begin = timeStamp;
    firstByte = 0;
    hiddenAt = Infinity;
    paintIsFinal = true;
    largestPaint = undefined;
    shifts = layoutShifts();
    inputs = interactions(selectorOf);
    inputsBefore = inputCount() ?? 0;
    client.measurements = { ttfb: { value: 0, unit: 'millisecond' } };
    // Restored at once: the second frame is the first that is certainly visible.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const startTime = performance.now();
        if (startTime >= hiddenAt) return;
        largestPaint = { startTime, url: undefined, size: undefined, target: '' };
        client.measurements['fcp'] = { value: since(startTime), unit: 'millisecond' };
      }),
    );
  });

  client.on('flush', (leaving) => {
    if (!leaving || hiddenAt < Infinity) return;
    for (const deliver of pending) deliver?.();
    hiddenAt = performance.now();
    if (propagation.sampled === false) return;
    const items: Item[] = [];
    const send: Send = (...vital) => void items.push(itemOf(...vital));
    const early = Object.entries(client.measurements);
    client.measurements = {};
    for (const [name, { value }] of early) send(name, `ui.webvital.${name}`, value, begin, route, {});
    if (largestPaint) sendPaint(largestPaint, send);
    const { value, largest } = shifts.result();
    if (pending[2]) {
      const target = selectorOf(largest?.sources?.[0]?.node);
      send('cls', 'ui.webvital.cls', value, largest?.startTime ?? begin, target || 'Layout shift', {
        'cls.source.1': target,
        'cls.largest_shift_value': largest?.value,
        'cls.largest_shift_time': largest?.startTime,
      });
    }
    const count = inputCount();
    const worst = inputs.worst(count && count - inputsBefore);
    if (worst) {
      const { name, startTime, processingStart, processingEnd } = worst;
      send(
        'inp',
        `ui.interaction.${name.startsWith('key') ? 'press' : /^(drag|drop)/.test(name) ? 'drag' : 'click'}`,
        worst.latency,
        startTime,
        worst.target,
        {
          'inp.event': name,
          'inp.input_delay': processingStart - startTime,
          'inp.processing_duration': processingEnd - processingStart,
          'inp.presentation_delay': Math.max(0, startTime + worst.latency - processingEnd),
        },
      );
    }
    void client.send(items, { trace: client.dsc() });
  });

  function sendPaint({ startTime, url, size, target }: NonNullable<typeof largestPaint>, send: Send): void {
    const value = since(startTime);
    const resource = url ? (performance.getEntriesByName(url)[0] as PerformanceResourceTiming | undefined) : undefined;
    const requested = resource ? Math.max(firstByte, since(resource.requestStart || resource.startTime)) : firstByte;
    const loaded = resource ? Math.min(value, Math.max(requested, since(resource.responseEnd))) : firstByte;
    send('lcp', 'ui.webvital.lcp', value, begin, target || 'Largest contentful paint', {
      'lcp.element': target,
      'lcp.url': url?.slice(0, 500) || undefined,
      'lcp.size': size,
      'lcp.time_to_first_byte': firstByte,
      'lcp.resource_load_delay': requested - firstByte,
      'lcp.resource_load_duration': loaded - requested,
      'lcp.element_render_delay': value - loaded,
    });
  }

  function itemOf(name: string, op: string, value: number, startMs: number, description: string, data: Data): Item {
    const isTime = name !== 'cls';
    const start = preciseSeconds(startMs);
    const spanId = hexId(8);
    const payload = {
      trace_id: propagation.traceId,
      span_id: spanId,
      segment_id: spanId,
      is_segment: true,
      op,
      description,
      start_timestamp: start,
      timestamp: start + (isTime ? value / 1000 : 0),
      origin: `auto.http.browser.${name}`,
      exclusive_time: isTime ? value : 0,
      measurements: { [name]: { value, unit: isTime ? 'millisecond' : '' } },
      data: {
        'sentry.op': op,
        release: client.options.release,
        environment: client.options.environment,
        transaction: active?.name ?? route,
        'sentry.pageload.span_id': active?.spanId,
        'user_agent.original': navigator.userAgent,
        'user.id': pageScopes().page.user?.id,
        ...data,
      },
    };
    return { header: { type: 'span' }, payload };
  }
}
