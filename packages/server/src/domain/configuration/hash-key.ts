import type { OrganizationId } from '@seismo/protocol';

/** The setting that holds what an organization's hashes are made with: written once, the first time that privacy is configured. */
export function hashKeySetting(organizationId: OrganizationId): string {
  return `hash-key-${organizationId}`;
}
