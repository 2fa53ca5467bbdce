import type { OrganizationId } from '@seismo/protocol';
import type { AssigneeView } from '#domain/ownership/assignee.ts';
import type { StateReads } from '#store/state/contract.ts';

export async function assigneesIn(
  state: Pick<StateReads, 'listMembers' | 'listTeams'>,
  organizationIds: OrganizationId[],
): Promise<AssigneeView[]> {
  const [members, teams] = await Promise.all([state.listMembers(organizationIds), state.listTeams(organizationIds)]);
  // An issue can only be assigned to users who may open it.
  const people = new Map(members.filter(({ role }) => role !== 'support').map((member) => [member.id, member]));
  return [
    ...[...people.values()].map(({ id, name, email }): AssigneeView => ({
      kind: 'user',
      userId: id,
      name: name || email,
      email,
    })),
    ...teams.map(({ id, slug, name }): AssigneeView => ({ kind: 'team', teamId: id, slug, name })),
  ];
}
