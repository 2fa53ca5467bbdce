import { limits, type ProjectId } from '@seismo/protocol';
import { sum } from '../engines/memory/rows.ts';
import { isSampled, sampledDuckdb } from './parts/trace-sample.ts';
import { defineQuery, integer, type Range } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** When the spans start. */
  range: Range;
  /** Of the traces without an error. */
  share: number;
  /** A segment that takes so long keeps its trace; `null`: none does. */
  slowUs: number | null;
}

/**
 * What a rule would have kept of the stored traces of a project: how many of them and of their spans, and of these traces,
 * those that failed, and the others that were slow; no row without any. Other projects of a trace are ignored.
 */
export const traceRulePreview = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      with of_trace as (
        select
          trace_id,
          count(*) as spans,
          bool_or(status = 'error') as has_failed,
          coalesce(bool_or(is_segment and duration_us >= $slowUs::bigint), false) as is_slow
        from ${spans}
        group by trace_id
      ),
      failed as (
        select distinct trace_id
        from events
        where project_id = $projectId::bigint
          and trace_id is not null
          and received_at_ms >= $fromMs::bigint - ${limits.TRACE_EVENT_MS_MAX}
      ),
      judged as (
        select
          spans,
          has_failed or failed.trace_id is not null as has_failed,
          is_slow,
          ${sampledDuckdb('of_trace.trace_id', '$share::varchar::double')} as is_sampled
        from of_trace left join failed on failed.trace_id = of_trace.trace_id
      )
      select
        count(*) as traces,
        coalesce(sum(spans), 0)::bigint as spans,
        count(*) filter (where has_failed or is_slow or is_sampled) as "keptTraces",
        coalesce(sum(spans) filter (where has_failed or is_slow or is_sampled), 0)::bigint as "keptSpans",
        count(*) filter (where has_failed) as "failedTraces",
        count(*) filter (where is_slow and not has_failed) as "slowTraces"
      from judged
      having count(*) > 0`,
  },
  spans: ({ projectId, range }: Params) => ({
    projectIds: [projectId],
    startUs: { from: range.fromMs * 1000, before: range.toMs * 1000 },
  }),
  isSearch: true,
  bind: ({ share }) => ({ share: String(share) }),
  row: {
    traces: integer,
    spans: integer,
    keptTraces: integer,
    keptSpans: integer,
    failedTraces: integer,
    slowTraces: integer,
  },
  memory: ({ spans, events }, { projectId, range: { fromMs, toMs }, share, slowUs }: Params) => {
    const own = spans.filter(
      (span) => span.projectId === projectId && span.startUs >= fromMs * 1000 && span.startUs < toMs * 1000,
    );
    const failed = new Set(
      events
        .filter((event) => event.projectId === projectId && event.receivedAtMs >= fromMs - limits.TRACE_EVENT_MS_MAX)
        .map(({ traceId }) => traceId),
    );
    const judged = [...Map.groupBy(own, ({ traceId }) => traceId)].map(([traceId, ofTrace]) => {
      const hasFailed = failed.has(traceId) || ofTrace.some(({ status }) => status === 'error');
      const isSlow = slowUs !== null && ofTrace.some((span) => span.isSegment && span.durationUs >= slowUs);
      return { spans: ofTrace.length, hasFailed, isSlow, isKept: hasFailed || isSlow || isSampled(traceId, share) };
    });
    const kept = judged.filter(({ isKept }) => isKept);
    if (judged.length === 0) return [];
    return [
      {
        traces: judged.length,
        spans: own.length,
        keptTraces: kept.length,
        keptSpans: sum(kept, (trace) => trace.spans),
        failedTraces: judged.filter(({ hasFailed }) => hasFailed).length,
        slowTraces: judged.filter(({ hasFailed, isSlow }) => isSlow && !hasFailed).length,
      },
    ];
  },
});
