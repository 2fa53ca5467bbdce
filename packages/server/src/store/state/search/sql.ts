import type { Kysely } from 'kysely';
import type { IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { admit, type Admitted } from './admit.ts';
import { wordColumns } from './columns.ts';
import type { IssueTexts, SearchReads, SearchWrites } from './contract.ts';

export function searchReads(db: Kysely<Schema>, engine: StateEngine): SearchReads {
  return {
    async textCountsOf(issueIds) {
      const known = await admittedOf(db, engine, issueIds);
      return new Map([...known].map(([issueId, { hashes }]) => [issueId, hashes.size]));
    },
  };
}

export function searchWrites(db: Kysely<Schema>, engine: StateEngine): SearchWrites {
  return { addTexts: (issues) => applyTexts(db, engine, issues) };
}

export async function applyTexts(db: Kysely<Schema>, engine: StateEngine, issues: IssueTexts[]): Promise<void> {
  const known = await admittedOf(
    db,
    engine,
    issues.map(({ issueId }) => issueId),
  );
  const added = issues.flatMap(({ issueId, texts }) => {
    const admitted = known.get(issueId) ?? { hashes: new Set(), tellingChars: 0, otherChars: 0 };
    known.set(issueId, admitted);
    const fresh = admit(admitted, texts);
    return fresh.length === 0 ? [] : [{ issueId, texts: fresh, admitted }];
  });
  if (added.length === 0) return;
  const rows = added.map(({ issueId }) => ({ issue_id: issueId }));
  const ids = await engine.runMany(db, rows, (row) => db.insertInto('issue_text').values(row).returning('id'));
  await engine.texts.add(
    db,
    added.map(({ texts }, index) => ({ id: Number(ids[index]![0]!.id), columns: wordColumns(texts) })),
  );
  const states = added.map(({ issueId, admitted }) => ({
    issue_id: issueId,
    hashes: Buffer.from(Float64Array.from(admitted.hashes).buffer).toString('base64'),
    telling_chars: admitted.tellingChars,
    other_chars: admitted.otherChars,
  }));
  await engine.runMany(db, states, (row) =>
    db
      .insertInto('issue_texts')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('issue_id').doUpdateSet((on) => ({
          hashes: on.ref('excluded.hashes'),
          telling_chars: on.ref('excluded.telling_chars'),
          other_chars: on.ref('excluded.other_chars'),
        })),
      ),
  );
}

async function admittedOf(
  db: Kysely<Schema>,
  engine: StateEngine,
  issueIds: IssueId[],
): Promise<Map<IssueId, Admitted>> {
  if (issueIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('issue_texts')
    .selectAll()
    .where('issue_id', 'in', engine.list(issueIds, 'bigint') as never)
    .execute();
  return new Map(
    rows.map((row) => [
      row.issue_id,
      {
        hashes: new Set(new Float64Array(new Uint8Array(Buffer.from(row.hashes, 'base64')).buffer)),
        tellingChars: row.telling_chars,
        otherChars: row.other_chars,
      },
    ]),
  );
}
