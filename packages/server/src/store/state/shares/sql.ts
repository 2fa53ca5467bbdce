import type { Db } from '../schema.ts';
import type { ShareReads, ShareWrites } from './contract.ts';

const columns = [
  'id',
  'issue_share.issueId',
  'eventId',
  'userId',
  'createdAtMs',
  'expiresAtMs',
  'lastOpenedAtMs',
] as const;

export function shareReads(db: Db): ShareReads {
  return {
    async shareByHash(hash, nowMs) {
      const found = db
        .selectFrom('issue_share')
        .select(columns)
        .where('hash', '=', hash)
        .where('expiresAtMs', '>', nowMs);
      return (await found.executeTakeFirst()) ?? null;
    },
    listShares(issueId, nowMs) {
      return db
        .withRecursive('merged(issueId)', (on) =>
          on
            .selectFrom('issue')
            .select('id as issueId')
            .where('id', '=', issueId)
            .union(
              on
                .selectFrom('issue_redirect')
                .innerJoin('merged', 'merged.issueId', 'issue_redirect.intoId')
                .select('issue_redirect.issueId'),
            ),
        )
        .selectFrom('issue_share')
        .innerJoin('merged', 'merged.issueId', 'issue_share.issueId')
        .select(columns)
        .where('expiresAtMs', '>', nowMs)
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export function shareWrites(db: Db): ShareWrites {
  return {
    async createShare(share) {
      await db.deleteFrom('issue_share').where('expiresAtMs', '<=', share.createdAtMs).execute();
      return (await db.insertInto('issue_share').values(share).returning('id').executeTakeFirstOrThrow()).id;
    },
    async touchShare(id, atMs) {
      await db.updateTable('issue_share').set({ lastOpenedAtMs: atMs }).where('id', '=', id).execute();
    },
    async deleteShare(id) {
      await db.deleteFrom('issue_share').where('id', '=', id).execute();
    },
  };
}
