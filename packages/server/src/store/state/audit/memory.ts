import { keepable } from '../keepable.ts';
import { copy } from '../engines/memory/rows.ts';
import type { AuditEntry, AuditReads, AuditWrites } from './contract.ts';

export interface AuditData {
  auditEntries: AuditEntry[];
}

export function emptyAudit(): AuditData {
  return { auditEntries: [] };
}

export function auditReads(current: () => AuditData): AuditReads {
  return {
    listAudit: async (organizationId, { userId, deed, before, count }) =>
      copy(
        current()
          .auditEntries.filter(
            (entry) =>
              entry.organizationId === organizationId &&
              (userId === null || entry.userId === userId) &&
              (deed === null || entry.deed === deed) &&
              (before === null || entry.id < before),
          )
          .toReversed()
          .slice(0, count),
      ),
  };
}

export function auditWrites(data: AuditData): AuditWrites {
  return {
    async addAudit(entry) {
      const id = data.auditEntries.length + 1;
      data.auditEntries.push({ ...entry, id, subject: keepable(entry.subject), detail: keepable(entry.detail) });
    },
  };
}
