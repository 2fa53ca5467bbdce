import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { hourOf, RATE_HOURS } from '#domain/issue-status/escalation.ts';
import { replaceFirstSeen } from '../issues/first-seen.sql.ts';
import { searchTextOf } from '../issues/search-text.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { IssueRecount } from './contract.ts';

export async function recountIssues(
  db: Kysely<Schema>,
  engine: StateEngine,
  counts: IssueRecount[],
  nowMs: number,
): Promise<void> {
  const list = counts.map(({ issueId }) => issueId);
  const ids = engine.list(list, 'bigint') as never;
  await db.deleteFrom('issue_user').where('issue_id', 'in', ids).execute();
  await db.deleteFrom('issue_hour').where('issue_id', 'in', ids).execute();
  const people = counts.map(({ issueId, userKeys }) =>
    [...new Set(userKeys.map(storableText))].map((userKey) => ({ issue_id: issueId, user_key: userKey })),
  );
  await engine.runMany(db, people.flat(), (row) => db.insertInto('issue_user').values(row));
  const now = hourOf(nowMs);
  const hours = counts.flatMap(({ issueId, hours: ofIssue }) =>
    ofIssue
      .filter(({ hour }) => hour > now - RATE_HOURS && hour <= now)
      .map(({ hour, events }) => ({ issue_id: issueId, hour, events })),
  );
  await engine.runMany(db, hours, (row) => db.insertInto('issue_hour').values(row));
  await replaceFirstSeen(db, engine, counts);

  const names = await db.selectFrom('issue').select(['id', 'short_id as shortId']).where('id', 'in', ids).execute();
  const shortIds = new Map(names.map(({ id, shortId }) => [id, shortId]));
  for (const [index, { issueId, events, seen }] of counts.entries()) {
    const numbers = { event_count: events, user_count: people[index]!.length };
    const told = seen ? columnsOf(seen, shortIds.get(issueId) ?? '') : { first_release: '', last_release: '' };
    await db
      .updateTable('issue')
      .set({ ...numbers, ...told })
      .where('id', '=', issueId)
      .execute();
  }
}

function columnsOf(seen: NonNullable<IssueRecount['seen']>, shortId: string) {
  const headline = {
    type: storableText(seen.type),
    value: storableText(seen.value),
    culprit: storableText(seen.culprit),
  };
  return {
    first_seen_at_ms: seen.firstSeenAtMs,
    last_seen_at_ms: seen.lastSeenAtMs,
    first_release: storableText(seen.firstRelease),
    last_release: storableText(seen.lastRelease),
    level: seen.level,
    handled: seen.handled === null ? null : Number(seen.handled),
    ...headline,
    search_text: searchTextOf({ ...headline, shortId }),
  };
}
