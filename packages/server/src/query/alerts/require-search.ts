import type { Viewer } from '#domain/permissions/viewer.ts';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { orProblem, refusalOf } from '../search/or-problem.ts';
import { requireReadable } from '../search/readable.ts';
import { readSpanFields, requireDistinct } from '../spans/table.ts';
import type { RuleConditions } from './rule-schema.ts';

/** Throws a refusal with the error if the filter of a rule is invalid. */
export async function requireRuleSearch(
  deps: Pick<QueryDeps, 'state' | 'clock'>,
  viewer: Viewer,
  project: Project,
  { trigger, condition, query }: Pick<RuleConditions, 'trigger' | 'condition' | 'query'>,
): Promise<void> {
  if (condition?.kind !== 'metric' || condition.aggregate === undefined) {
    return requireReadable(deps, viewer, trigger === 'metric' ? 'events' : 'issues', query);
  }
  const known = { nowMs: deps.clock.now(), projects: [project] };
  const understood = await orProblem(query, async () => compileSpanSearch(query, known));
  if ('problem' in understood) throw refusalOf(understood.problem, query);
  requireDistinct(understood.plan, readSpanFields('condition.aggregate', [condition.aggregate]));
}
