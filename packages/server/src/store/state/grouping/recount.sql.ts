import type { StateEngine } from '../engine.ts';
import { hourOf } from '#domain/issue-status/escalation.ts';
import { hourRows } from '../issues/batch.sql.ts';
import { replaceFirstSeen } from '../issues/first-seen.sql.ts';
import { headlineOf, searchTextOf } from '../issues/search-text.ts';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { IssueRecount } from './contract.ts';

export async function recountIssues(db: Db, engine: StateEngine, counts: IssueRecount[], nowMs: number): Promise<void> {
  const list = counts.map(({ issueId }) => issueId);
  const ids = engine.list(list, 'bigint');
  await db.deleteFrom('issue_user').where('issueId', 'in', ids).execute();
  await db.deleteFrom('issue_hour').where('issueId', 'in', ids).execute();
  const people = counts.map(({ issueId, userKeys }) =>
    [...new Set(userKeys.map(storableText))].map((userKey) => ({ issueId, userKey })),
  );
  await engine.runMany(db, people.flat(), (row) => db.insertInto('issue_user').values(row));
  await engine.runMany(db, hourRows(counts, hourOf(nowMs)), (row) => db.insertInto('issue_hour').values(row));
  await replaceFirstSeen(db, engine, counts);

  const names = await db.selectFrom('issue').select(['id', 'shortId']).where('id', 'in', ids).execute();
  const shortIds = new Map(names.map(({ id, shortId }) => [id, shortId]));
  for (const [index, { issueId, events, seen }] of counts.entries()) {
    const numbers = { eventCount: events, userCount: people[index]!.length };
    const seenColumns = seen ? columnsOf(seen, shortIds.get(issueId) ?? '') : { firstRelease: '', lastRelease: '' };
    await db
      .updateTable('issue')
      .set({ ...numbers, ...seenColumns })
      .where('id', '=', issueId)
      .execute();
  }
}

function columnsOf(seen: NonNullable<IssueRecount['seen']>, shortId: string) {
  const headline = headlineOf(seen);
  return {
    ...seen,
    ...headline,
    firstRelease: storableText(seen.firstRelease),
    lastRelease: storableText(seen.lastRelease),
    searchText: searchTextOf({ ...headline, shortId }),
  };
}
