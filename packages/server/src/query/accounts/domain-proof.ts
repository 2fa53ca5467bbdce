import { createHash } from 'node:crypto';
import type { OrganizationId } from '@seismo/protocol';
import type { IdentityProvider } from '#store/state/contract.ts';
import { mainOrganization } from '../system-viewer.ts';

/** The TXT record that proves a domain, so that an organization can create accounts for its addresses. */
export function domainRecord(publicUrl: string, organizationId: OrganizationId): { prefix: string; value: string } {
  const digest = createHash('sha256').update(`${publicUrl} ${organizationId}`).digest('hex');
  return { prefix: '_seismo.', value: `seismo-verification=${digest.slice(0, 32)}` };
}

/**
 * The domains that a provider may create accounts for. Owners of the first organization run the server, so their
 * domains need no proof. Any admin can create further organizations, so those must prove their domains.
 */
export async function provenDomains(
  state: Parameters<typeof mainOrganization>[0],
  {
    organizationId,
    domains,
    verifiedDomains,
  }: Pick<IdentityProvider, 'organizationId' | 'domains' | 'verifiedDomains'>,
): Promise<string[]> {
  const isMain = (await mainOrganization(state))?.id === organizationId;
  return isMain ? domains : domains.filter((domain) => verifiedDomains.includes(domain));
}
