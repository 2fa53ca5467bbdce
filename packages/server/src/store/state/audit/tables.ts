import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { AuditAction } from './contract.ts';

export interface AuditTables {
  audit_entry: {
    id: Generated<number>;
    organization_id: OrganizationId;
    at_ms: number;
    user_id: UserId | null;
    by_token: number;
    action: AuditAction;
    subject: string;
    detail: string;
  };
}
