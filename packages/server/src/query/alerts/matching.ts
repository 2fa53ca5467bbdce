import type { IssueId, OrganizationId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { AlertRule, Issue, Project, ReleaseSummary } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { compileEventQuery } from '../events/events.ts';
import { matchesOf } from '../issues/list-issues.ts';
import { orProblem } from '../search/or-problem.ts';

/** Whether a rule about the first event in an environment is about others. */
export const isElsewhere = (
  { triggerKind, environments }: Pick<AlertRule, 'triggerKind' | 'environments'>,
  seenFirstIn: readonly string[],
): boolean =>
  triggerKind === 'first-in-environment' &&
  environments.length > 0 &&
  !environments.some((name) => seenFirstIn.includes(name));

/** Whether a rule waits for this verdict on a release. One that was seen for the first time counts in all environments. */
export const waitsFor = (
  { enabled, condition, environments }: Pick<AlertRule, 'enabled' | 'condition' | 'environments'>,
  { health, environment }: Pick<ReleaseSummary, 'health' | 'environment'>,
): boolean =>
  enabled &&
  condition?.kind === 'release' &&
  health !== null &&
  condition.ratings.includes(health.rating) &&
  (environments.length === 0 || environment === '' || environments.includes(environment));

/** Those of these issues, which belong to one project, that a rule is about. A filter that is not valid any more must not keep a rule silent: all issues match. */
export async function matchingIds(
  deps: QueryDeps,
  { query, environments, triggerKind }: Pick<AlertRule, 'query' | 'environments' | 'triggerKind'>,
  issues: Issue[],
): Promise<IssueId[]> {
  const ids = issues.map(({ id }) => id);
  const { projectId, organizationId } = issues[0]!;
  // Where it was seen first is known without its events.
  const within = triggerKind === 'first-in-environment' ? [] : environments;
  if (query === '' && within.length === 0) return ids;
  const viewer = viewerOf(organizationId);
  const filter = { projects: [String(projectId)], environments: within, range: '14d' as const, query };
  const found = await matchesOf(deps, viewer, filter, { and: { ids }, count: ids.length });
  return found === null ? ids : found.issues.map(({ id }) => id);
}

/** The events that a rule is about, by its filter. As above, one that is not valid any more is none. */
export async function compileRuleQuery(
  deps: QueryDeps,
  project: Project,
  query: string,
): Promise<EventCondition | null> {
  if (query === '') return null;
  const viewer = viewerOf(project.organizationId);
  const understood = await orProblem(query, () => compileEventQuery(deps, viewer, [project], query));
  return 'problem' in understood ? null : understood.plan;
}

/** The spans that a rule is about. */
export async function compileRuleSpanQuery(
  { clock }: QueryDeps,
  project: Project,
  query: string,
): Promise<SpanCondition> {
  const known = { nowMs: clock.now(), projects: [project] };
  const understood = await orProblem(query, async () => compileSpanSearch(query, known));
  return 'problem' in understood ? { all: [] } : understood.plan;
}

/** A rule belongs to its organization, not to one of the users. */
const viewerOf = (organizationId: OrganizationId): Viewer => ({
  userId: null,
  memberships: [{ organizationId, role: 'owner' }],
  scopes: null,
  boundTo: null,
});
