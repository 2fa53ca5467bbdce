import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from './contract.ts';

export interface PeopleTables {
  person: {
    id: Generated<UserId>;
    email: string;
    /** The address without case: what addresses are compared by. */
    email_key: string;
    name: string;
    password_hash: string | null;
    created_at_ms: number;
  };
  membership: { organization_id: OrganizationId; person_id: UserId; role: Role };
  session: { hash: string; person_id: UserId; created_at_ms: number; expires_at_ms: number };
  sign_in_link: { hash: string; person_id: UserId | null; expires_at_ms: number };
  api_token: {
    id: Generated<number>;
    person_id: UserId;
    hash: string;
    label: string;
    scopes: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    last_used_at_ms: number | null;
  };
}
