import { mainOrganization, type State } from '@seismo/server/parts';

/** Whoever reads this terminal runs the server, so that they are the first owner; nobody is before set-up. */
export async function firstOwner(state: State) {
  const organization = await mainOrganization(state);
  if (!organization) return null;
  const members = await state.listMembers(organization.id);
  return members.find(({ role }) => role === 'owner') ?? null;
}
