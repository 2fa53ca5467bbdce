import { limits } from '@seismo/protocol';
import { BEFORE_MS, nextLook } from '#domain/releases/measured-health.ts';
import { measureRelease } from '#query/releases/measure-release.ts';
import { waitsFor } from '#query/alerts/matching.ts';
import type { ReleaseSummary } from '#store/state/contract.ts';
import type { EvaluateDeps } from './evaluate.ts';
import { circumstances, queueAlerts, type Firing } from './queue-alerts.ts';

/** After a measurement that failed. */
const RETRY_MS = 15 * 60_000;

/**
 * Measures releases some time after a deploy or their first sight, until they are good or bad, and fires the rules that wait for
 * that. Returns whether messages were queued.
 */
export async function measureReleases(deps: EvaluateDeps): Promise<boolean> {
  const { state, clock, lagMs, failed } = deps;
  const nowMs = clock.now();
  const during = { afterMs: nowMs - BEFORE_MS, toMs: nowMs };
  const started = await state.releasesToSummarize(during, limits.RELEASE_SUMMARY_OPEN_COUNT_MAX);
  if (started.length > 0) await state.write((tx) => tx.addReleaseSummaries(started));
  const due = await state.dueReleaseSummaries(nowMs, limits.RELEASE_SUMMARY_BATCH_COUNT_MAX);
  if (due.length === 0 || (await lagMs()) > limits.ALERT_LAG_MS_MAX) return false;
  let hasAlerts = false;
  for (const summary of due) {
    try {
      if (await measure(deps, summary, nowMs)) hasAlerts = true;
    } catch (error) {
      failed(error);
      // It must not keep others from being measured.
      await state.write((tx) => tx.postponeReleaseSummary(summary.id, nowMs + RETRY_MS));
    }
  }
  return hasAlerts;
}

async function measure(deps: EvaluateDeps, summary: ReleaseSummary, nowMs: number): Promise<boolean> {
  const { state } = deps;
  const { id, projectId, startedAtMs } = summary;
  const { windowMs, nextAtMs } = nextLook(startedAtMs, nowMs);
  const health = await measureRelease(deps, summary, windowMs);
  const dueAtMs = health.rating === 'unclear' ? nextAtMs : null;
  const now = await circumstances(deps);
  return state.write(async (tx) => {
    // It may have been replaced by another deploy meanwhile.
    const [current] = await tx.releaseSummariesByIds([id]);
    if (!current || current.dueAtMs === null) return false;
    await tx.setReleaseSummary(id, { measuredAtMs: nowMs, dueAtMs, health });
    if (dueAtMs !== null) return false;
    const rules = (await tx.listAlertRules([projectId])).filter((rule) => waitsFor(rule, { ...summary, health }));
    if (rules.length === 0) return false;
    const release = { summaryId: id, rating: health.rating };
    const subject = { projectId, issueId: null, measured: null, release, isResolved: false };
    const firing: Firing = { ...subject, rules, atMs: nowMs, lastSeenAtMs: nowMs };
    await queueAlerts(tx, now, [firing]);
    return true;
  });
}
