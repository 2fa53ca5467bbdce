import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Ceremony } from './contract.ts';

export interface SecondFactorTables {
  authenticator: { user_id: UserId; secret: string; enabled_at_ms: number | null; last_step: number };
  recovery_code: { user_id: UserId; hash: string };
  passkey: {
    id: string;
    user_id: UserId;
    label: string;
    public_key: string;
    counter: number;
    transports: string;
    created_at_ms: number;
    last_used_at_ms: number | null;
  };
  ceremony: {
    hash: string;
    kind: Ceremony['kind'];
    user_id: UserId | null;
    organization_id: OrganizationId | null;
    expires_at_ms: number;
  };
}
