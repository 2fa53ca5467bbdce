import type { OrganizationId } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import { domainRecord, provenDomains } from './domain-proof.ts';
import { organizationNamed } from './organizations.ts';
import type { ConnectionView, IdentityProviderView, SignInProvider } from './views.ts';

/** The options of the sign-in page. No other organization can copy the slug. */
export async function signInProviders({ state }: QueryDeps): Promise<SignInProvider[]> {
  const providers = await state.listIdentityProviders();
  const organizations = await state.listOrganizations(providers.map(({ organizationId }) => organizationId));
  return providers.map(({ organizationId, name }) => ({
    organizationId,
    name,
    organization: organizations.find(({ id }) => id === organizationId)!.slug,
  }));
}

/** Without its secret, which is never returned. */
export async function identityProvider(
  deps: QueryDeps,
  viewer: Viewer,
  organizationSlug: string,
): Promise<IdentityProviderView> {
  const { id } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.saveIdentityProvider, id, 'organization');
  const { publicUrl } = deps.config;
  const provider = await deps.state.identityProvider(id);
  const redirectAddress = signOnCallback(publicUrl, id);
  if (!provider) return { redirectAddress, provider: null };
  const { name, issuer, clientId, domains, role } = provider;
  const proven = await provenDomains(deps.state, provider);
  const { prefix, value } = domainRecord(publicUrl, id);
  const records = domains
    .filter((domain) => !proven.includes(domain))
    .map((domain) => ({ domain, name: prefix + domain, value }));
  return { redirectAddress, provider: { name, issuer, clientId, domains, role, records } };
}

/** The providers of the viewer's organizations, and which of them sign in to this account. */
export async function connections({ state }: QueryDeps, viewer: Viewer): Promise<ConnectionView[]> {
  const [identities, providers, organizations] = await Promise.all([
    state.identitiesOf(requireAccountSession(viewer)),
    state.listIdentityProviders(),
    state.listOrganizations(viewer.memberships.map((one) => one.organizationId)),
  ]);
  return organizations.flatMap((organization) => {
    const provider = providers.find(({ organizationId }) => organizationId === organization.id);
    if (!provider) return [];
    const isConnected = identities.some(
      ({ organizationId, issuer }) => organizationId === organization.id && issuer === provider.issuer,
    );
    return [{ organizationId: organization.id, organization: organization.slug, name: provider.name, isConnected }];
  });
}

/** Where a provider sends browsers back to. A path for each: none is ever given the code of another. */
export function signOnCallback(publicUrl: string, organizationId: OrganizationId): string {
  return `${publicUrl}/sign-in/sso/${organizationId}/callback`;
}
