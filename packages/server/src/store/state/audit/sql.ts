import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { AuditReads, AuditWrites } from './contract.ts';

export function auditReads(db: Db): AuditReads {
  return {
    async listAudit(organizationId, { userId, action, before, count }) {
      let entries = db.selectFrom('audit_entry').selectAll().where('organizationId', '=', organizationId);
      if (userId !== null) entries = entries.where('userId', '=', userId);
      if (action !== null) entries = entries.where('action', '=', action);
      if (before !== null) entries = entries.where('id', '<', before);
      return entries.orderBy('id', 'desc').limit(count).execute();
    },
  };
}

export function auditWrites(db: Db): AuditWrites {
  return {
    async addAudit({ subject, detail, ...entry }) {
      const texts = { subject: storableText(subject), detail: storableText(detail) };
      await db
        .insertInto('audit_entry')
        .values({ ...entry, ...texts })
        .execute();
    },
  };
}
