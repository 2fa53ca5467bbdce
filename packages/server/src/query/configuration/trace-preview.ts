import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { traceRuleSchema } from './schemas.ts';
import type { TraceRulePreview } from './views.ts';

const DAY_MS = 24 * 3600 * 1000;

/** What a rule would have kept of the traces of the last day, as far as they are stored. */
export async function previewTraceRule(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  rule: object,
): Promise<TraceRulePreview> {
  const { id: projectId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const read = traceRuleSchema.safeParse(rule);
  if (!read.success) throw new Refusal('invalid', read.error.issues[0]?.message ?? 'Unknown settings.');
  const { traceShare, slowTraceMs } = read.data;
  const nowMs = deps.clock.now();
  const [counted] = await deps.telemetry.query('traceRulePreview', {
    projectId,
    range: { fromMs: nowMs - DAY_MS, toMs: nowMs + 1 },
    share: traceShare,
    slowUs: slowTraceMs === null ? null : slowTraceMs * 1000,
  });
  return counted ?? { traces: 0, spans: 0, keptTraces: 0, keptSpans: 0, failedTraces: 0, slowTraces: 0 };
}
