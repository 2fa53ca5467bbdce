import type { Kysely } from 'kysely';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { AuditReads, AuditWrites } from './contract.ts';

export function auditReads(db: Kysely<Schema>): AuditReads {
  return {
    async listAudit(organizationId, { userId, action, before, count }) {
      let entries = db.selectFrom('audit_entry').selectAll().where('organization_id', '=', organizationId);
      if (userId !== null) entries = entries.where('user_id', '=', userId);
      if (action !== null) entries = entries.where('action', '=', action);
      if (before !== null) entries = entries.where('id', '<', before);
      const rows = await entries.orderBy('id', 'desc').limit(count).execute();
      return rows.map(({ id, at_ms, user_id, by_token, action: done, subject, detail }) => ({
        id,
        organizationId,
        atMs: at_ms,
        userId: user_id,
        byToken: by_token === 1,
        action: done,
        subject,
        detail,
      }));
    },
  };
}

export function auditWrites(db: Kysely<Schema>): AuditWrites {
  return {
    async addAudit({ organizationId, atMs, userId, byToken, action, subject, detail }) {
      await db
        .insertInto('audit_entry')
        .values({
          organization_id: organizationId,
          at_ms: atMs,
          user_id: userId,
          by_token: Number(byToken),
          action,
          subject: storableText(subject),
          detail: storableText(detail),
        })
        .execute();
    },
  };
}
