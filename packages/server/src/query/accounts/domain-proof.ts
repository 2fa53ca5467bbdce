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
 * The domains that a provider may make accounts for. Owners of the server's first organization own the server: their word
 * is enough. Any admin may found another organization, so that others prove their domains.
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
