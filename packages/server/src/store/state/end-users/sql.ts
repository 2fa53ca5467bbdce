import { sql, type Selectable } from 'kysely';
import type { IssueId, ProjectId } from '@seismo/protocol';
import { headlineOf, searchTextOf } from '../issues/search-text.ts';
import { feedbackReads } from '../feedback/sql.ts';
import { applyTexts } from '../search/sql.ts';
import { storableText } from '../storable-text.ts';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import type { EndUserDeletion, EndUserProgress, EndUserReads, EndUserWrites } from './contract.ts';

export function endUserReads(db: Db, engine: StateEngine): EndUserReads {
  const deletions = () => db.selectFrom('end_user_deletion').selectAll();
  const idsAfter = (projectId: ProjectId, after: number, count: number) =>
    db
      .selectFrom('feedback')
      .select('id')
      .where('projectId', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(count);
  const feedbackFrom = async (page: ReturnType<typeof idsAfter>) =>
    feedbackReads(db, engine).feedbackByIds((await page.execute()).map(({ id }) => id));
  return {
    async endUserDeletionById(id) {
      const row = await deletions().where('id', '=', id).executeTakeFirst();
      return row ? deletionOf(row) : null;
    },
    async openEndUserDeletions() {
      return (await deletions().where('endedAtMs', 'is', null).orderBy('id').execute()).map(deletionOf);
    },
    async endUserDeletionsOf(projectIds, count) {
      const rows = await deletions()
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(deletionOf);
    },
    feedbackOfEndUser: (projectId, { emails, userKeys }, after, count) =>
      feedbackFrom(
        idsAfter(projectId, after, count).where((on) =>
          on.or([
            on(sql<string>`lower(email)`, 'in', engine.list(emails, 'text')),
            on('userKey', 'in', engine.list(userKeys, 'text')),
          ]),
        ),
      ),
    feedbackAfter: (projectId, after, count) => feedbackFrom(idsAfter(projectId, after, count)),
    async issueIdsAfter(projectId, after, count) {
      const rows = await db
        .selectFrom('issue')
        .select('id')
        .where('projectId', '=', projectId)
        .where('id', '>', after as IssueId)
        .orderBy('id')
        .limit(count)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

export function endUserWrites(db: Db, engine: StateEngine): EndUserWrites {
  return {
    async requestEndUserDeletion({ identifiers, ...request }) {
      const data = JSON.stringify({ identifiers, ...beginning } satisfies EndUserProgress);
      const row = { ...request, data, endedAtMs: null };
      const { id } = await db.insertInto('end_user_deletion').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    async updateEndUserDeletion(id, { identifiers, step, position, deleted }, endedAtMs) {
      const data = JSON.stringify({ identifiers, step, position, deleted } satisfies EndUserProgress);
      await db.updateTable('end_user_deletion').set({ data, endedAtMs }).where('id', '=', id).execute();
    },
    async deleteFeedback(ids) {
      await db.deleteFrom('feedback').where('id', 'in', engine.list(ids, 'bigint')).execute();
    },
    async deleteSharesOf(eventIds) {
      const deleted = await db
        .deleteFrom('issue_share')
        .where('eventId', 'in', engine.list(eventIds, 'text'))
        .returning('id')
        .execute();
      return deleted.length;
    },
    async removeIssueUsers(users) {
      const rows = users.map(({ issueId, userKey }) => ({ issueId, userKey: storableText(userKey) }));
      const removed = await engine.runMany(db, rows, ({ issueId, userKey }) =>
        db.deleteFrom('issue_user').where('issueId', '=', issueId).where('userKey', '=', userKey).returning('issueId'),
      );
      const counts = [...Map.groupBy(removed.flat(), ({ issueId }) => issueId)];
      for (const [issueId, ofIssue] of counts) {
        await db
          .updateTable('issue')
          .set((on) => ({ userCount: on('userCount', '-', ofIssue.length) }))
          .where('id', '=', issueId)
          .execute();
      }
      return removed.flat().length;
    },
    async replaceTexts(issueIds, texts) {
      const issues = engine.list(issueIds, 'bigint');
      const rows = await db.deleteFrom('issue_text').where('issueId', 'in', issues).returning('id').execute();
      await engine.texts.remove(
        db,
        rows.map(({ id }) => id),
      );
      await db.deleteFrom('issue_texts').where('issueId', 'in', issues).execute();
      await applyTexts(db, engine, texts);
    },
    async redactTitles(projectId, issueIds, redacted) {
      const issues = await db
        .selectFrom('issue')
        .select(['id', 'shortId', 'type', 'value', 'culprit'])
        .where('id', 'in', engine.list(issueIds, 'bigint'))
        .execute();
      for (const { id, shortId, ...before } of issues) {
        const [type, value, culprit] = [before.type, before.value, before.culprit].map(redacted) as [
          string,
          string,
          string,
        ];
        if (type === before.type && value === before.value && culprit === before.culprit) continue;
        const headline = headlineOf({ type, value, culprit });
        const searchText = searchTextOf({ ...headline, shortId });
        await db
          .updateTable('issue')
          .set({ ...headline, searchText })
          .where('id', '=', id)
          .execute();
      }
      const titles = await db
        .selectFrom('filtered_example')
        .select('title')
        .where('projectId', '=', projectId)
        .execute();
      const gone = titles.map(({ title }) => title).filter((title) => redacted(title) !== title);
      await db
        .deleteFrom('filtered_example')
        .where('projectId', '=', projectId)
        .where('title', 'in', engine.list(gone, 'text'))
        .execute();
    },
  };
}

const beginning: Omit<EndUserProgress, 'identifiers'> = {
  step: null,
  position: {
    hasCounted: true,
    hasEvents: true,
    hasDeadLetters: true,
    deadLetterId: 0,
    hasIssues: true,
    issueId: 0,
  },
  deleted: {
    events: 0,
    attachments: 0,
    attachmentBytes: 0,
    thinned: 0,
    sessions: 0,
    spans: 0,
    feedback: 0,
    deadLetters: 0,
    issueUsers: 0,
    shareLinks: 0,
  },
};

function deletionOf({ data, ...row }: Selectable<Schema['end_user_deletion']>): EndUserDeletion {
  // Deletions that ended before spans were counted have no number of them.
  return { ...row, ...data, deleted: { ...beginning.deleted, ...data.deleted } };
}
