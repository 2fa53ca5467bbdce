import { limits, type OrganizationId } from '@seismo/protocol';
import { z } from 'zod';
import { domainRecord, provenDomains } from '#query/accounts/domain-proof.ts';
import { organizationNamed } from '#query/accounts/organizations.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, type Viewer } from '#domain/permissions/viewer.ts';
import type { IdentityProvider } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { requireRank } from '../rank.ts';
import { readInput } from '#platform/read-input.ts';
import { roleSchema } from './members.ts';
import { isLoopback } from './provider-discovery.ts';

const line = z
  .string()
  .trim()
  .min(1, 'Required.')
  .max(limits.IDENTITY_CHARS_MAX, `Use at most ${limits.IDENTITY_CHARS_MAX} characters.`);
const providerSchema = z.object({
  name: line.max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`),
  issuer: line.refine(
    (url) => URL.canParse(url) && (url.startsWith('https://') || isLoopback(url)),
    'Enter an https address, such as https://login.example.com.',
  ),
  clientId: line,
  clientSecret: z
    .string()
    .trim()
    .max(limits.IDENTITY_CHARS_MAX, `Use at most ${limits.IDENTITY_CHARS_MAX} characters.`),
  domains: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'A domain looks like example.com.'))
    .max(limits.IDENTITY_DOMAIN_COUNT_MAX, `Enter at most ${limits.IDENTITY_DOMAIN_COUNT_MAX} domains.`)
    .transform((domains) => [...new Set(domains)]),
  role: roleSchema,
});

export type IdentityProviderInput = Omit<IdentityProvider, 'organizationId' | 'verifiedDomains'>;

/**
 * An empty secret leaves the stored one. Nothing is saved unless the provider answers. Returns the unverified domains.
 */
export async function saveIdentityProvider(
  deps: ServerCommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  input: IdentityProviderInput,
): Promise<{ unproven: string[] }> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.saveIdentityProvider, organizationId, 'organization');
  const read = readInput(providerSchema, input);
  requireRank(viewer, organizationId, read.role);
  deps.signOns.enter(`organization ${organizationId}`);
  const before = await deps.state.identityProvider(organizationId);
  // The stored secret is only sent to the issuer that it was entered for.
  const stored = before?.issuer === read.issuer ? before.clientSecret : null;
  const clientSecret = read.clientSecret || stored || '';
  if (clientSecret === '') throw new Refusal('invalid', 'clientSecret: Required.', { clientSecret: 'Required.' });
  const verifiedDomains = await verify(deps, organizationId, read.domains, before?.verifiedDomains ?? []);
  const provider = { ...read, organizationId, clientSecret, verifiedDomains };
  await deps.discover(provider);
  await deps.state.write(async (tx) => {
    const others = (await tx.listIdentityProviders()).filter((each) => each.organizationId !== organizationId);
    if (others.some(({ name }) => comparable(name) === comparable(provider.name))) {
      throw new Refusal('conflict', `The name ${provider.name} is used by another organization's provider.`, 'name');
    }
    await tx.setIdentityProvider(provider);
    await audit(deps, tx, viewer, organizationId, 'identity-provider-change', provider.issuer, provider.name);
  });
  const proven = await provenDomains(deps.state, provider);
  return { unproven: provider.domains.filter((domain) => !proven.includes(domain)) };
}

/** A proved domain stays proved as long as it is listed. */
async function verify(
  { outgoing, config }: ServerCommandDeps,
  organizationId: OrganizationId,
  domains: string[],
  verified: string[],
): Promise<string[]> {
  const { prefix, value } = domainRecord(config.publicUrl, organizationId);
  const checks = domains.map(async (domain) => {
    if (verified.includes(domain)) return [domain];
    const records = await outgoing.textRecords(prefix + domain);
    return Array.isArray(records) && records.includes(value) ? [domain] : [];
  });
  return (await Promise.all(checks)).flat();
}

function comparable(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Ends the provider's sessions: the organization no longer vouches for these users. */
export async function deleteIdentityProvider(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.deleteIdentityProvider, organizationId, 'organization');
  await deps.state.write(async (tx) => {
    const provider = await tx.identityProvider(organizationId);
    if (!provider) throw new Refusal('not-found', 'There is no identity provider to delete.');
    await tx.deleteIdentityProvider(organizationId);
    const ended = await tx.deleteSessionsOf(organizationId);
    const detail = `${provider.name}, ${ended} ${ended === 1 ? 'session' : 'sessions'} ended`;
    await audit(deps, tx, viewer, organizationId, 'identity-provider-delete', provider.issuer, detail);
  });
}
