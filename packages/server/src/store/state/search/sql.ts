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
  const issueIds = issues.map(({ issueId }) => issueId);
  const known = await admittedOf(db, engine, issueIds);
  const added = issues.flatMap(({ issueId, texts }) => {
    const admitted = known.get(issueId) ?? { hashes: new Set(), informativeChars: 0, otherChars: 0 };
    known.set(issueId, admitted);
    const fresh = admit(admitted, texts);
    return fresh.length === 0 ? [] : [{ issueId, texts: fresh, admitted }];
  });
  if (added.length === 0) return;
  const rows = added.map(({ issueId }) => ({ issueId }));
  const ids = await engine.runMany(db, rows, (row) => db.insertInto('issue_text').values(row).returning('id'));
  const textRows = added.map(({ texts }, index) => ({ id: ids[index]![0]!.id, columns: wordColumns(texts) }));
  await engine.texts.add(db, textRows);
  const states = added.map(({ issueId, admitted: { hashes, ...chars } }) => ({
    issueId,
    hashes: Buffer.from(Float64Array.from(hashes).buffer).toString('base64'),
    ...chars,
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
    rows.map(({ issueId, hashes, ...chars }) => {
      const values = new Float64Array(new Uint8Array(Buffer.from(hashes, 'base64')).buffer);
      return [issueId, { hashes: new Set(values), ...chars }];
    }),
  );
}
