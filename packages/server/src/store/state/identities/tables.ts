import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from '../users/contract.ts';

export interface IdentityTables {
  identity_provider: {
    organization_id: OrganizationId;
    name: string;
    issuer: string;
    client_id: string;
    client_secret: string;
    domains: string;
    verified_domains: string;
    role: Role;
  };
  identity: { organization_id: OrganizationId; issuer: string; subject: string; user_id: UserId };
}
