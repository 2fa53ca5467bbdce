import type { Kysely } from 'kysely';
import { keepable } from '../keepable.ts';
import type { Schema } from '../schema.ts';
import type { AuditReads, AuditWrites } from './contract.ts';

export function auditReads(db: Kysely<Schema>): AuditReads {
  return {
    async listAudit(organizationId, { userId, deed, before, count }) {
      let entries = db.selectFrom('audit_entry').selectAll().where('organization_id', '=', organizationId);
      if (userId !== null) entries = entries.where('person_id', '=', userId);
      if (deed !== null) entries = entries.where('deed', '=', deed);
      if (before !== null) entries = entries.where('id', '<', before);
      const rows = await entries.orderBy('id', 'desc').limit(count).execute();
      return rows.map(({ id, at_ms, person_id, by_token, deed: done, subject, detail }) => ({
        id,
        organizationId,
        atMs: at_ms,
        userId: person_id,
        byToken: by_token === 1,
        deed: done,
        subject,
        detail,
      }));
    },
  };
}

export function auditWrites(db: Kysely<Schema>): AuditWrites {
  return {
    async addAudit({ organizationId, atMs, userId, byToken, deed, subject, detail }) {
      await db
        .insertInto('audit_entry')
        .values({
          organization_id: organizationId,
          at_ms: atMs,
          person_id: userId,
          by_token: Number(byToken),
          deed,
          subject: keepable(subject),
          detail: keepable(detail),
        })
        .execute();
    },
  };
}
