import { mainOrganization, type State } from '@seismo/server/parts';

/** The first owner is the operator at this terminal: before set-up there are no accounts. */
export async function firstOwner(state: State) {
  const organization = await mainOrganization(state);
  if (!organization) return null;
  const members = await state.listMembers([organization.id]);
  return members.find(({ role }) => role === 'owner') ?? null;
}
