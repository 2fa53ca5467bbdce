import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { SignInMethod } from './contract.ts';

export interface SignInTables {
  session: {
    hash: string;
    user_id: UserId;
    method: SignInMethod;
    organization_id: OrganizationId | null;
    user_agent: string;
    address: string | null;
    created_at_ms: number;
    last_seen_at_ms: number;
    expires_at_ms: number;
  };
  sign_in_link: { hash: string; user_id: UserId | null; expires_at_ms: number };
  api_token: {
    id: Generated<number>;
    user_id: UserId;
    organization_id: OrganizationId | null;
    hash: string;
    label: string;
    scopes: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    last_used_at_ms: number | null;
  };
}
