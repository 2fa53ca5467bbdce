import type { IssueId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import { admit, type Admitted } from './admit.ts';
import { wordColumns } from './columns.ts';
import type { IssueTexts, SearchReads, SearchWrites } from './contract.ts';

export function searchReads(db: Db, engine: StateEngine): SearchReads {
  return {
    async textCountsOf(issueIds) {
      const known = await admittedOf(db, engine, issueIds);
      return new Map([...known].map(([issueId, { hashes }]) => [issueId, hashes.size]));
    },
  };
}

export function searchWrites(db: Db, engine: StateEngine): SearchWrites {
  return { addTexts: (issues) => applyTexts(db, engine, issues) };
}

export async function applyTexts(db: Db, engine: StateEngine, issues: IssueTexts[]): Promise<void> {
  const known = await admittedOf(
    db,
    engine,
    issues.map(({ issueId }) => issueId),
  );
  const added = issues.flatMap(({ issueId, texts }) => {
    const admitted = known.get(issueId) ?? { hashes: new Set(), informativeChars: 0, otherChars: 0 };
    known.set(issueId, admitted);
    const fresh = admit(admitted, texts);
    return fresh.length === 0 ? [] : [{ issueId, texts: fresh, admitted }];
  });
  if (added.length === 0) return;
  const rows = added.map(({ issueId }) => ({ issueId }));
  const ids = await engine.runMany(db, rows, (row) => db.insertInto('issue_text').values(row).returning('id'));
  await engine.texts.add(
    db,
    added.map(({ texts }, index) => ({ id: Number(ids[index]![0]!.id), columns: wordColumns(texts) })),
  );
  const states = added.map(({ issueId, admitted }) => ({
    issueId,
    hashes: Buffer.from(Float64Array.from(admitted.hashes).buffer).toString('base64'),
    informativeChars: admitted.informativeChars,
    otherChars: admitted.otherChars,
  }));
  await engine.runMany(db, states, (row) =>
    db
      .insertInto('issue_texts')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('issueId').doUpdateSet((on) => ({
          hashes: on.ref('excluded.hashes'),
          informativeChars: on.ref('excluded.informativeChars'),
          otherChars: on.ref('excluded.otherChars'),
        })),
      ),
  );
}

async function admittedOf(db: Db, engine: StateEngine, issueIds: IssueId[]): Promise<Map<IssueId, Admitted>> {
  if (issueIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('issue_texts')
    .selectAll()
    .where('issueId', 'in', engine.list(issueIds, 'bigint'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.issueId,
      {
        hashes: new Set(new Float64Array(new Uint8Array(Buffer.from(row.hashes, 'base64')).buffer)),
        informativeChars: row.informativeChars,
        otherChars: row.otherChars,
      },
    ]),
  );
}
