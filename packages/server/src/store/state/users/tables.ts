import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { PreferenceName, Role } from './contract.ts';

export interface UserTables {
  account_user: {
    id: Generated<UserId>;
    email: string;
    /** The address without case: what addresses are compared by. */
    email_key: string;
    name: string;
    password_hash: string | null;
    created_at_ms: number;
  };
  preference: { user_id: UserId; name: PreferenceName; value: string };
  membership: { organization_id: OrganizationId; user_id: UserId; role: Role };
  invitation: {
    id: Generated<number>;
    organization_id: OrganizationId;
    email: string;
    email_key: string;
    role: Role;
    hash: string;
    invited_by: UserId;
    created_at_ms: number;
    expires_at_ms: number;
  };
}
