import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ShareReads, ShareWrites } from './contract.ts';

const columns = [
  'id',
  'issue_share.issue_id as issueId',
  'event_id as eventId',
  'user_id as userId',
  'created_at_ms as createdAtMs',
  'expires_at_ms as expiresAtMs',
  'last_opened_at_ms as lastOpenedAtMs',
] as const;

export function shareReads(db: Kysely<Schema>): ShareReads {
  return {
    async shareByHash(hash, nowMs) {
      const found = db
        .selectFrom('issue_share')
        .select(columns)
        .where('hash', '=', hash)
        .where('expires_at_ms', '>', nowMs);
      return (await found.executeTakeFirst()) ?? null;
    },
    listShares(issueId, nowMs) {
      return db
        .withRecursive('merged(issue_id)', (on) =>
          on
            .selectFrom('issue')
            .select('id as issue_id')
            .where('id', '=', issueId)
            .union(
              on
                .selectFrom('issue_redirect')
                .innerJoin('merged', 'merged.issue_id', 'issue_redirect.into_id')
                .select('issue_redirect.issue_id'),
            ),
        )
        .selectFrom('issue_share')
        .innerJoin('merged', 'merged.issue_id', 'issue_share.issue_id')
        .select(columns)
        .where('expires_at_ms', '>', nowMs)
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export function shareWrites(db: Kysely<Schema>): ShareWrites {
  return {
    async createShare({ issueId, eventId, hash, userId, createdAtMs, expiresAtMs }) {
      await db.deleteFrom('issue_share').where('expires_at_ms', '<=', createdAtMs).execute();
      const row = {
        issue_id: issueId,
        event_id: eventId,
        hash,
        user_id: userId,
        created_at_ms: createdAtMs,
        expires_at_ms: expiresAtMs,
        last_opened_at_ms: null,
      };
      return (await db.insertInto('issue_share').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async noteShareOpened(id, atMs) {
      await db.updateTable('issue_share').set({ last_opened_at_ms: atMs }).where('id', '=', id).execute();
    },
    async deleteShare(id) {
      await db.deleteFrom('issue_share').where('id', '=', id).execute();
    },
  };
}
