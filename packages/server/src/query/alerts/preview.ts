import { limits, type IssueId } from '@seismo/protocol';
import { lastWindowEnd } from '#domain/alerts/conditions.ts';
import { whyNotAgain } from '#domain/alerts/timing.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, type Viewer } from '#domain/permissions/viewer.ts';
import { readInput } from '#platform/read-input.ts';
import type { AlertRule, Issue, IssueHappening, Project } from '#store/state/contract.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { frequentIssues } from './frequency.ts';
import { isElsewhere, matchingIds, waitsFor } from './matching.ts';
import { previewMetric } from './preview-metric.ts';
import { createPreviewCounter } from './preview-counter.ts';
import { requireRuleSearch } from './require-search.ts';
import { conditionsSchema, requireCondition, type RuleConditions } from './rule-schema.ts';
import type { AlertPreview } from './views.ts';

/** The parts of a rule that decide when it fires and sends. */
type PreviewedRule = Pick<AlertRule, 'triggerKind' | 'query' | 'environments' | 'condition' | 'repeatMs' | 'schedule'>;

const HOUR_MS = 3600 * 1000;
const LISTED_COUNT = 20;

/** What a rule would have done in the last 14 days, by the same code that decides about alerts. */
export async function alertPreview(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  conditions: RuleConditions,
): Promise<AlertPreview> {
  const project = await projectNamed(deps, viewer, permissions.alertPreview, projectSlug);
  requirePermission(viewer, permissions.alertPreview, project.organizationId, 'project');
  const { trigger, ...read } = readInput(conditionsSchema, conditions);
  requireCondition({ ...read, trigger });
  await requireRuleSearch(deps, viewer, project, { ...read, trigger });
  const rule = { ...read, triggerKind: trigger };
  // By the hour, so that the days of the chart begin at one.
  const toMs = Math.ceil(deps.clock.now() / HOUR_MS) * HOUR_MS;
  const range = { fromMs: toMs - limits.ALERT_PREVIEW_MS, toMs };
  const { condition } = rule;
  if (condition?.kind === 'metric') return previewMetric(deps, project, { ...rule, condition }, range);
  if (condition?.kind === 'release') return previewReleases(deps, project, rule, range);
  return previewIssues(deps, project, rule, range);
}

/** Releases were measured whether or not a rule waited for that. */
async function previewReleases(
  deps: QueryDeps,
  project: Project,
  rule: PreviewedRule,
  range: Range,
): Promise<AlertPreview> {
  const count = limits.ALERT_PREVIEW_CHANGE_COUNT_MAX;
  const summaries = await deps.state.finalReleaseSummaries(project.id, range.fromMs, count);
  const isCut = summaries.length === count;
  const sinceMs = isCut ? summaries.at(-1)!.measuredAtMs! : range.fromMs;
  const counter = createPreviewCounter({ fromMs: sinceMs, toMs: range.toMs }, rule.schedule);
  const fired = summaries.filter((summary) => waitsFor({ ...rule, enabled: true }, summary));
  for (const { measuredAtMs } of fired.toReversed()) counter.count(measuredAtMs!, true);
  const releases = fired.slice(0, LISTED_COUNT).map(({ version, environment, health, measuredAtMs }) => {
    return { version, environment, rating: health!.rating, atMs: measuredAtMs! };
  });
  return { ...counter.result(), isCut, series: null, issues: [], issueCount: 0, releases };
}

async function previewIssues(
  deps: QueryDeps,
  project: Project,
  rule: PreviewedRule,
  range: Range,
): Promise<AlertPreview> {
  const { happened, sinceMs, isCut } = await historyOf(deps, project, rule, range);
  const issues = await issuesIn(deps, project, rule, happened);
  const counter = createPreviewCounter({ fromMs: sinceMs, toMs: range.toMs }, rule.schedule);
  const sentAtMs = new Map<IssueId, number[]>();
  const fired = new Map<IssueId, { count: number; lastAtMs: number }>();
  for (const { issueId, atMs } of happened.toReversed()) {
    if (!issues.has(issueId)) continue;
    const last = fired.get(issueId);
    // An issue that stays above its number is looked at again after this time.
    if (rule.condition !== null && last && atMs - last.lastAtMs < rule.repeatMs) continue;
    fired.set(issueId, { count: (last?.count ?? 0) + 1, lastAtMs: atMs });
    const before = sentAtMs.get(issueId) ?? [];
    const isSent = whyNotAgain(before, atMs, rule.repeatMs) === null;
    if (isSent) sentAtMs.set(issueId, [...before, atMs]);
    counter.count(atMs, isSent);
  }
  const latest = [...fired].toSorted(([, one], [, other]) => other.lastAtMs - one.lastAtMs);
  return {
    ...counter.result(),
    isCut,
    series: null,
    issueCount: fired.size,
    releases: [],
    issues: latest.slice(0, LISTED_COUNT).map(([id, { count, lastAtMs }]) => {
      const { shortId, type, value, level } = issues.get(id)!;
      const title = type === '' || value === '' ? type || value : `${type}: ${value}`;
      return { shortId, title, level, firedCount: count, lastFiredAtMs: lastAtMs };
    }),
  };
}

interface History {
  /** What could have made the rule fire, of any issue, the newest first. */
  happened: Pick<IssueHappening, 'issueId' | 'atMs'>[];
  sinceMs: number;
  /** There is more before `sinceMs`. */
  isCut: boolean;
}

async function historyOf(deps: QueryDeps, project: Project, rule: PreviewedRule, range: Range): Promise<History> {
  const { condition, triggerKind } = rule;
  if (condition?.kind === 'frequency') {
    const ended = { fromMs: range.fromMs, toMs: lastWindowEnd(condition, deps.clock.now()) };
    const reached = await frequentIssues(deps, project, { ...rule, condition }, ended);
    const isCut = reached.length === limits.ALERT_WINDOW_COUNT_MAX;
    return {
      happened: reached.map(({ issueId, untilMs }) => ({ issueId, atMs: untilMs })),
      sinceMs: isCut ? reached.at(-1)!.untilMs : range.fromMs,
      isCut,
    };
  }
  const history = await deps.state.issueHistory(project.id, range.fromMs, limits.ALERT_PREVIEW_CHANGE_COUNT_MAX);
  const isCut = history.length === limits.ALERT_PREVIEW_CHANGE_COUNT_MAX;
  const trigger = triggerKind === 'first-issue' ? 'new-issue' : triggerKind;
  return {
    happened: history.filter(
      (each) => each.trigger === trigger && !isElsewhere(rule, each.value === null ? [] : [each.value]),
    ),
    sinceMs: isCut ? history.at(-1)!.atMs : range.fromMs,
    isCut,
  };
}

/** The issues of this history that the rule is about. */
async function issuesIn(
  deps: QueryDeps,
  project: Project,
  rule: PreviewedRule,
  happened: History['happened'],
): Promise<ReadonlyMap<IssueId, Issue>> {
  const issues = await deps.state.issuesByIds([...new Set(happened.map(({ issueId }) => issueId))]);
  const candidates =
    rule.triggerKind === 'first-issue'
      ? issues.filter(({ firstSeenAtMs }) => firstSeenAtMs === project.firstEventAtMs)
      : issues;
  const ids = new Set(candidates.length === 0 ? [] : await matchingIds(deps, rule, candidates));
  return new Map(candidates.filter(({ id }) => ids.has(id)).map((issue) => [issue.id, issue]));
}
