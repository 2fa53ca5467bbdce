import { lastWindowEnd, stepOf } from '#domain/alerts/conditions.ts';
import { readingOf } from '#domain/alerts/levels.ts';
import { evaluationAfter, reportAfter, whyNotReported, type Evaluation, type Report } from '#domain/alerts/reports.ts';
import type { AlertRule, Project } from '#store/state/contract.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { measure, type MeasuredRule } from './measure.ts';
import { createPreviewCounter } from './preview-counter.ts';
import type { AlertPreview } from './views.ts';

const HOUR_MS = 3600 * 1000;

export async function previewMetric(
  deps: QueryDeps,
  project: Project,
  rule: MeasuredRule & Pick<AlertRule, 'repeatMs' | 'schedule'>,
  range: Range,
): Promise<AlertPreview> {
  const { condition, repeatMs, schedule } = rule;
  const { fromMs } = range;
  const lastMs = lastWindowEnd(condition, deps.clock.now());
  const measuredAt = await measure(deps, project, rule, { fromMs, toMs: lastMs });
  const counter = createPreviewCounter(range, schedule);
  const series = Array.from<number | null>({ length: Math.round((range.toMs - fromMs) / HOUR_MS) }).fill(null);
  const sent: Report[] = [];
  let reports: (Report & { isSent: boolean; isAcknowledged: boolean })[] = [];
  let last: Evaluation | null = null;
  const stepMs = stepOf(condition.windowMs);
  const firstMs = Math.max(fromMs, lastWindowEnd(condition, project.createdAtMs)) + stepMs;
  for (let untilMs = firstMs; untilMs <= lastMs; untilMs += stepMs) {
    const measured = measuredAt(untilMs);
    const evaluation = evaluationAfter(condition, last, measured, untilMs);
    const report = reportAfter(rule, last, evaluation, reports);
    if (report) {
      const isSent = whyNotReported(repeatMs, report, sent) === null;
      reports.push({ ...report, isSent, isAcknowledged: false });
      if (isSent) sent.push(report);
      if (report.level === 'ok') counter.countEnd(untilMs);
      else counter.count(untilMs, isSent);
    }
    if (evaluation.level === 'ok') reports = [];
    last = evaluation;
    const hour = Math.ceil((untilMs - fromMs) / HOUR_MS) - 1;
    series[hour] = worse(condition.direction, series[hour]!, readingOf(condition, measured));
  }
  return { ...counter.result(), isCut: false, series, issues: [], issueCount: 0, releases: [] };
}

function worse(direction: 'above' | 'below', one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return direction === 'above' ? Math.max(one, other) : Math.min(one, other);
}
