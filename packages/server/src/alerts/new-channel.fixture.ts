import type { OrganizationId } from '@seismo/protocol';
import type { NewChannel } from '#store/state/contract.ts';

/** A channel that is never sent to for real. */
export const newChannel = (
  organizationId: OrganizationId,
  name: string,
  given: Partial<NewChannel> = {},
): NewChannel => ({
  organizationId,
  kind: 'slack',
  name,
  address: 'hooks.example.com',
  settings: { url: 'https://hooks.example.com/x' },
  content: 'everything',
  allRules: false,
  createdAtMs: 1,
  ...given,
});
