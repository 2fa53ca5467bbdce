import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { DigestReads, DigestWrites } from './contract.ts';

export function digestReads(db: Kysely<Schema>, engine: StateEngine): DigestReads {
  return {
    async digestErrors(projectId, digestHashes) {
      const rows = await db
        .selectFrom('digest_error')
        .select(['digest_hash as digestHash', 'error_hash as errorHash', 'waits'])
        .where('project_id', '=', projectId)
        .where('digest_hash', 'in', engine.list(digestHashes, 'text') as never)
        .orderBy('digest_hash')
        .execute();
      return rows.map((row) => ({ ...row, waits: row.waits === 1 }));
    },
  };
}

export function digestWrites(db: Kysely<Schema>, engine: StateEngine): DigestWrites {
  return {
    async claimDigests(projectId, claims) {
      const hashes = claims.flatMap(({ digestHash, errorHash }) => [digestHash, errorHash]);
      const found = await db
        .selectFrom('issue_fingerprint')
        .select(['hash', 'issue_id as issueId'])
        .where('project_id', '=', projectId)
        .where('hash', 'in', engine.list(hashes, 'text') as never)
        .execute();
      const homes = new Map(found.map(({ hash, issueId }) => [hash, issueId]));
      for (const { digestHash, errorHash, groupingVersion } of claims) {
        const [home, own] = [homes.get(errorHash), homes.get(digestHash)];
        if (home === undefined) throw new Error('A digest is claimed for an error that the project does not have.');
        const waits = own !== undefined && own !== home ? 1 : 0;
        const claimed = await db
          .insertInto('digest_error')
          .values({ project_id: projectId, digest_hash: digestHash, error_hash: errorHash, waits })
          .onConflict((conflict) => conflict.doNothing())
          .returning('digest_hash')
          .executeTakeFirst();
        if (!claimed || own !== undefined) continue;
        const row = { project_id: projectId, hash: digestHash, grouping_version: groupingVersion, issue_id: home };
        await db.insertInto('issue_fingerprint').values(row).execute();
        homes.set(digestHash, home);
      }
    },
    async settleDigest(projectId, digestHash) {
      await db
        .updateTable('digest_error')
        .set({ waits: 0 })
        .where('project_id', '=', projectId)
        .where('digest_hash', '=', digestHash)
        .execute();
    },
  };
}
