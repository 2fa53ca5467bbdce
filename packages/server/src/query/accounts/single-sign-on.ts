import type { QueryDeps } from '../deps.ts';
import { organizationNamed } from './organizations.ts';
import type { IdentityProviderView } from './views.ts';
import { demand, type Viewer } from '../viewer.ts';

/** What the sign-in page offers. */
export async function signOnDoors({ state }: QueryDeps): Promise<{ organizationId: number; name: string }[]> {
  return (await state.listIdentityProviders()).map(({ organizationId, name }) => ({ organizationId, name }));
}

/** Without its secret, which nobody is shown again. */
export async function identityProvider(
  deps: QueryDeps,
  viewer: Viewer,
  organizationSlug: string,
): Promise<IdentityProviderView | null> {
  const { id } = await organizationNamed(deps, viewer, organizationSlug);
  demand(viewer, 'org:admin', id, 'organization');
  const provider = await deps.state.identityProvider(id);
  if (!provider) return null;
  const { name, issuer, clientId, domains, role } = provider;
  return { name, issuer, clientId, domains, role };
}
