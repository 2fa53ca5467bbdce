import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { AuditDeed } from './contract.ts';

export interface AuditTables {
  audit_entry: {
    id: Generated<number>;
    organization_id: OrganizationId;
    at_ms: number;
    person_id: UserId | null;
    by_token: number;
    deed: AuditDeed;
    subject: string;
    detail: string;
  };
}
