import { limits } from '@seismo/protocol';
import type { Commits } from './commits.ts';
import type { PipelineServices } from './signal.ts';

/**
 * Decides about traces some time after their first spans arrived, or earlier if too many spans wait: whether they stay is
 * in the rules of their projects. Returns whether it decided about any.
 */
export async function decideTraces(
  { stores: { telemetry, journal, state }, rulesOf, clock }: PipelineServices,
  commits: Commits,
): Promise<boolean> {
  const [undecided] = await telemetry.query('undecidedSpans', {});
  if (!undecided) return false;
  const { spans, firstAtMs } = undecided;
  const nowMs = clock.now();
  const arrivedUntilMs =
    spans > limits.UNDECIDED_SPAN_COUNT_MAX
      ? Math.max(firstAtMs, Math.floor((firstAtMs + nowMs) / 2))
      : nowMs - limits.TRACE_DECISION_MS;
  if (firstAtMs > arrivedUntilMs) return false;
  const projects = await state.allProjects();
  const rules = await rulesOf(new Map(projects.map(({ id, organizationId }) => [id, organizationId])));
  // No store is ever set back to before it.
  const { trimmedThrough: through } = await journal.identity();
  let decided = 0;
  await commits.commit(0, async (sequence) => {
    decided = await telemetry.decideTraces({
      through,
      sequence,
      atMs: nowMs,
      arrivedUntilMs,
      rules: [...rules].map(
        ([
          projectId,
          {
            limits: { traceShare, slowTraceMs },
          },
        ]) => ({
          projectId,
          share: traceShare,
          slowUs: slowTraceMs === null ? null : slowTraceMs * 1000,
        }),
      ),
    });
  });
  return decided > 0;
}
