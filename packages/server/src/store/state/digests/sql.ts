import type { StateEngine } from '../engine.ts';
import { issuesByHash } from '../issues/batch.sql.ts';
import { doNothing } from '../columns.ts';
import type { Db } from '../schema.ts';
import type { DigestReads, DigestWrites } from './contract.ts';

export function digestReads(db: Db, engine: StateEngine): DigestReads {
  return {
    digestErrors(projectId, digestHashes) {
      return db
        .selectFrom('digest_error')
        .select(['digestHash', 'errorHash', 'pending'])
        .where('projectId', '=', projectId)
        .where('digestHash', 'in', engine.list(digestHashes, 'text'))
        .orderBy('digestHash')
        .execute();
    },
  };
}

export function digestWrites(db: Db, engine: StateEngine): DigestWrites {
  return {
    async claimDigests(projectId, claims) {
      const hashes = claims.flatMap(({ digestHash, errorHash }) => [digestHash, errorHash]);
      const issueByHash = await issuesByHash(db, engine, projectId, hashes);
      for (const { digestHash, errorHash, groupingVersion } of claims) {
        const [home, own] = [issueByHash.get(errorHash), issueByHash.get(digestHash)];
        if (home === undefined) throw new Error('A digest is claimed for an error that the project does not have.');
        const pending = own !== undefined && own !== home;
        const claimed = await db
          .insertInto('digest_error')
          .values({ projectId, digestHash, errorHash, pending })
          .onConflict(doNothing)
          .returning('digestHash')
          .executeTakeFirst();
        if (!claimed || own !== undefined) continue;
        const row = { projectId, hash: digestHash, groupingVersion, issueId: home };
        await db.insertInto('issue_fingerprint').values(row).execute();
        issueByHash.set(digestHash, home);
      }
    },
    async settleDigest(projectId, digestHash) {
      await db
        .updateTable('digest_error')
        .set({ pending: false })
        .where('projectId', '=', projectId)
        .where('digestHash', '=', digestHash)
        .execute();
    },
  };
}
