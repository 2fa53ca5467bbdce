import { isFor, type AssigneeView } from '#domain/ownership/assignee.ts';
import type { AlertRule, Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { assigneesIn } from '../issues/assignee.ts';

/** The owner of a rule of these projects, by name; `null` if the rule has none, or the user or team is gone. */
export async function ruleOwners(
  { state }: Pick<QueryDeps, 'state'>,
  projects: Project[],
): Promise<(rule: Pick<AlertRule, 'projectId' | 'owner'>) => AssigneeView | null> {
  const organizationOf = new Map(projects.map(({ id, organizationId }) => [id, organizationId]));
  const among = await Promise.all(
    [...new Set(organizationOf.values())].map(async (id) => [id, await assigneesIn(state, [id])] as const),
  );
  const assigneesOf = new Map(among);
  return ({ projectId, owner }) =>
    assigneesOf.get(organizationOf.get(projectId)!)!.find((view) => isFor(view, owner)) ?? null;
}
