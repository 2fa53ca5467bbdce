import type { IssueId } from '@seismo/protocol';
import { reasonTexts, windowNameOf, type ListedIssues, type ShareChange } from '#domain/releases/measured-health.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Issue, ReleaseSummary } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed, projectsOfRows } from '../projects/projects.ts';
import { releaseNamed } from './releases.ts';
import type { MeasuredIssues, MeasuredReleaseView, RateChange, ReleaseSummaryView } from './views.ts';

/** What a release has changed in the projects that the viewer may see, the last started first. */
export async function releaseSummaries(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  version: string,
): Promise<ReleaseSummaryView[]> {
  const { state } = deps;
  const { projectIds } = await releaseNamed(deps, viewer, 'event:read', version);
  const visible = await projectsNamed(deps, viewer, 'event:read', []);
  const projects = visible.filter(({ id }) => projectIds.includes(id));
  const summaries = await state.releaseSummaries(
    projects.map(({ id }) => id),
    version,
  );
  const [names, issues] = await Promise.all([projectsOfRows(deps, projects), state.issuesByIds(issueIdsIn(summaries))]);
  const issueOf = new Map(issues.map((issue) => [issue.id, issue]));
  return summaries.map(({ id, projectId, environment, startedAtMs, dueAtMs, ...rest }) => ({
    id,
    project: names.get(projectId)!,
    environment,
    startedAtMs,
    dueAtMs,
    measured: measuredOf(rest, issueOf),
  }));
}

const listsOf = ({ health }: Pick<ReleaseSummary, 'health'>): ListedIssues[] =>
  health === null ? [] : [health.newIssues, health.regressedIssues, health.goneIssues];

/** The issues that these name. */
export function issueIdsIn(summaries: Pick<ReleaseSummary, 'health'>[]): IssueId[] {
  const ids = summaries.flatMap(listsOf).flatMap(({ issues }) => issues.map(({ id }) => id as IssueId));
  return [...new Set(ids)];
}

function measuredOf(
  { measuredAtMs, health }: Pick<ReleaseSummary, 'measuredAtMs' | 'health'>,
  issueOf: ReadonlyMap<IssueId, Issue>,
): MeasuredReleaseView | null {
  if (health === null || measuredAtMs === null) return null;
  const { rating, windowMs, sessions, sessionsBefore, crashed, errored, events } = health;
  const listed = ({ count, issues }: ListedIssues): MeasuredIssues => ({
    count,
    issues: issues.flatMap(({ id, ...counts }) => {
      const issue = issueOf.get(id as IssueId);
      return issue
        ? [{ shortId: issue.shortId, type: issue.type, value: issue.value, level: issue.level, ...counts }]
        : [];
    }),
  });
  return {
    atMs: measuredAtMs,
    window: windowNameOf(windowMs),
    rating,
    reasons: reasonTexts(health),
    sessions: sessions === null ? null : { count: sessions, before: sessionsBefore ?? 0 },
    crashFree: crashed && withoutOf(crashed),
    errorFree: errored && withoutOf(errored),
    events,
    newIssues: listed(health.newIssues),
    regressedIssues: listed(health.regressedIssues),
    goneIssues: listed(health.goneIssues),
  };
}

/** The share of sessions that are left. */
const withoutOf = ({ value, before, low, high }: ShareChange): RateChange => ({
  value: 1 - value,
  before: 1 - before,
  low: -high,
  high: -low,
});
