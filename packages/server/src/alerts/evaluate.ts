import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { lastWindowEnd, stepOf } from '#domain/alerts/conditions.ts';
import { evaluationAfter, reportAfter, type Evaluation } from '#domain/alerts/reports.ts';
import { firedAtMs } from '#domain/alerts/timing.ts';
import { frequentIssues, type FrequencyRule } from '#query/alerts/frequency.ts';
import { matchingIds } from '#query/alerts/matching.ts';
import { measure, type MeasuredRule } from '#query/alerts/measure.ts';
import type { AlertRule, Project } from '#store/state/contract.ts';
import { circumstances, firingOf, queueAlerts, type Firing, type QueueDeps } from './queue-alerts.ts';

export interface EvaluateDeps extends QueueDeps {
  /** How long the oldest report that is not processed has waited. */
  lagMs(): Promise<number>;
  /** One rule could not be evaluated. It is tried again. */
  failed(error: unknown): void;
}

/**
 * Evaluates the rules with numbers whose next window is over: each the last window only, so that a server that was stopped does not
 * report what was meanwhile. Returns whether messages were queued.
 */
export async function evaluateRules(deps: EvaluateDeps): Promise<boolean> {
  const { state, clock } = deps;
  const nowMs = clock.now();
  const due = (await state.measuringRules()).filter(
    ({ condition, evaluated }) => lastWindowEnd(condition!, nowMs) > (evaluated?.untilMs ?? 0),
  );
  if (due.length === 0 || (await deps.lagMs()) > limits.ALERT_LAG_MS_MAX) return false;
  const projects = new Map<ProjectId, Project | null>();
  const results: Evaluated[] = [];
  for (const rule of due) {
    const { projectId } = rule;
    if (!projects.has(projectId)) projects.set(projectId, await state.projectById(projectId));
    const project = projects.get(projectId);
    if (!project) continue;
    try {
      results.push(await evaluated(deps, project, rule, lastWindowEnd(rule.condition!, nowMs)));
    } catch (error) {
      deps.failed(error);
    }
  }
  const now = await circumstances(deps);
  return state.write(async (tx) => {
    const rules = await tx.alertRulesByIds(results.map(({ rule }) => rule.id));
    // A rule that a user changed or turned off meanwhile has not decided anything.
    const valid = results.filter(({ rule }) => rules.some((current) => isUnchanged(rule, current)));
    for (const { rule, evaluation } of valid) await tx.setEvaluated(rule.id, evaluation);
    const firings = byIssue(valid);
    if (firings.length > 0) await queueAlerts(tx, now, firings);
    return firings.length > 0;
  });
}

interface Evaluated {
  rule: AlertRule;
  evaluation: Evaluation;
  /** The metric, or issues. */
  firings: Firing[];
}

async function evaluated(deps: QueueDeps, project: Project, rule: AlertRule, untilMs: number): Promise<Evaluated> {
  const { condition } = rule;
  if (condition?.kind === 'metric') return measured(deps, project, { ...rule, condition }, untilMs);
  const firings = await frequent(deps, project, rule as AlertRule & FrequencyRule, untilMs);
  return { rule, firings, evaluation: { untilMs, level: 'ok', openSinceMs: null, value: null, before: null } };
}

async function measured(
  deps: QueueDeps,
  project: Project,
  rule: AlertRule & MeasuredRule,
  untilMs: number,
): Promise<Evaluated> {
  const { condition, evaluated: last } = rule;
  const range = { fromMs: untilMs - stepOf(condition.windowMs), toMs: untilMs };
  const evaluation = evaluationAfter(condition, last, (await measure(deps, project, rule, range))(untilMs), untilMs);
  const openSinceMs = evaluation.openSinceMs ?? last?.openSinceMs ?? untilMs;
  const matches = await deps.state.recentMatches([rule.id], [null], openSinceMs - 1);
  const reports = matches.flatMap(({ measured: report, suppressed, acknowledgedAtMs }) =>
    report === null ? [] : [{ ...report, isSent: suppressed === null, isAcknowledged: acknowledgedAtMs !== null }],
  );
  const report = reportAfter(rule, last, evaluation, reports);
  const { value, before } = evaluation;
  const firing = (): Firing => ({
    projectId: project.id,
    issueId: null,
    measured: { ...report!, openSinceMs, value, before, condition },
    release: null,
    rules: [rule],
    atMs: untilMs,
    isResolved: false,
    lastSeenAtMs: untilMs,
  });
  return { rule, evaluation, firings: report ? [firing()] : [] };
}

/** The issues that reach the number of a rule, and for which it has not fired lately. */
async function frequent(
  deps: QueueDeps,
  project: Project,
  rule: AlertRule & FrequencyRule,
  untilMs: number,
): Promise<Firing[]> {
  const range = { fromMs: untilMs - stepOf(rule.condition.windowMs), toMs: untilMs };
  const reached = await frequentIssues(deps, project, rule, range);
  if (reached.length === 0) return [];
  const ids = reached.map(({ issueId }) => issueId);
  const matches = await deps.state.recentMatches([rule.id], ids, untilMs - rule.repeatMs);
  const recent = matches.filter((match) => !match.isResolved && untilMs - firedAtMs(match) < rule.repeatMs);
  const reported = new Set(recent.map(({ issueId }) => issueId));
  const issues = await deps.state.issuesByIds(ids.filter((id) => !reported.has(id)));
  if (issues.length === 0) return [];
  const matching = new Set(await matchingIds(deps, rule, issues));
  return issues.filter(({ id }) => matching.has(id)).map((issue) => firingOf(issue, [rule], untilMs));
}

/** Rules that fire for an issue at the same time make one alert. */
function byIssue(results: Evaluated[]): Firing[] {
  const all = results.flatMap(({ firings }) => firings);
  const ofIssues = new Map<IssueId, Firing>();
  for (const firing of all) {
    if (firing.issueId === null) continue;
    const known = ofIssues.get(firing.issueId);
    ofIssues.set(firing.issueId, known ? { ...known, rules: [...known.rules, ...firing.rules] } : firing);
  }
  return [...all.filter(({ issueId }) => issueId === null), ...ofIssues.values()];
}

function isUnchanged(rule: AlertRule, current: AlertRule): boolean {
  const parts = ({ id, enabled, deletedAtMs, triggerKind, condition, query, environments }: AlertRule) =>
    JSON.stringify([id, enabled, deletedAtMs, triggerKind, condition, query, environments]);
  return parts(rule) === parts(current);
}
