import type { OrganizationId } from '@seismo/protocol';

/** The setting with the key of an organization's hashes, written once when privacy is first configured. */
export function hashKeySetting(organizationId: OrganizationId): string {
  return `hash-key-${organizationId}`;
}
