import { limits } from '@seismo/protocol';
import type { RemovalRow, TraceDecision } from '../../contract.ts';
import { isSampled } from '../../queries/parts/trace-sample.ts';
import type { StoredRows } from '../../tables/index.ts';
import { groups } from './rows.ts';

/** The rows afterward, without the log of what is gone. */
export function decideTraces(
  { spans, events }: StoredRows,
  { through, atMs, arrivedUntilMs, rules }: TraceDecision,
): { spans: StoredRows['spans']; decided: number; removals: RemovalRow[] } {
  type Span = StoredRows['spans'][number];
  const traceOf = ({ organizationId, traceId }: Pick<Span, 'organizationId' | 'traceId'>) =>
    `${organizationId} ${traceId}`;
  const isUndecided = (span: Span) => span.serverSampleRate === null && span.sequence <= through;
  const byTrace = Map.groupBy(spans, traceOf);
  const firstMs = (trace: string) =>
    Math.min(
      ...byTrace
        .get(trace)!
        .filter(isUndecided)
        .map(({ receivedAtMs }) => receivedAtMs),
    );
  const due = [...byTrace.keys()].filter((trace) => firstMs(trace) <= arrivedUntilMs);
  const eventsFromMs = Math.min(...due.map(firstMs)) - limits.TRACE_EVENT_MS_MAX;
  const failed = new Set(events.filter(({ receivedAtMs }) => receivedAtMs >= eventsFromMs).map(traceOf));
  const ruleOf = ({ projectId }: Span) => rules.find((rule) => rule.projectId === projectId);
  const isNotable = (span: Span) =>
    span.status === 'error' || (span.isSegment && span.durationUs >= (ruleOf(span)?.slowUs ?? Infinity));
  const rates = new Map(
    due.map((trace) => {
      const all = byTrace.get(trace)!;
      const known = all.flatMap(({ serverSampleRate }) => serverSampleRate ?? []);
      if (known.length > 0) return [trace, Math.max(...known)];
      if (all.some(isNotable) || failed.has(trace)) return [trace, 1];
      const share = Math.max(...all.map((span) => ruleOf(span)?.share ?? 1));
      return [trace, isSampled(all[0]!.traceId, share) ? share : null];
    }),
  );
  const concerned = spans.filter((span) => isUndecided(span) && rates.has(traceOf(span)));
  const gone = concerned.filter((span) => rates.get(traceOf(span)) === null);
  return {
    decided: concerned.length,
    spans: spans
      .filter((span) => !gone.includes(span))
      .map((span) => (concerned.includes(span) ? { ...span, serverSampleRate: rates.get(traceOf(span))! } : span)),
    removals: groups(gone, ({ organizationId, projectId }) => [organizationId, projectId]).map((ofProject) => ({
      organizationId: ofProject[0]!.organizationId,
      projectId: ofProject[0]!.projectId,
      atMs,
      itemKind: 'span',
      reason: 'sampled',
      quantity: ofProject.length,
      bytes: 0,
    })),
  };
}
