import type { OrganizationId } from '@seismo/protocol';
import { possibleAssignees, type AssigneeView } from '#domain/ownership/assignee.ts';
import type { StateReads } from '#store/state/contract.ts';

export async function assigneesIn(
  state: Pick<StateReads, 'listMembers' | 'listTeams'>,
  organizationIds: OrganizationId[],
): Promise<AssigneeView[]> {
  const [members, teams] = await Promise.all([state.listMembers(organizationIds), state.listTeams(organizationIds)]);
  return possibleAssignees(members, teams);
}
