import { limits, readEventId } from '@seismo/protocol';
import type { Db } from '../schema.ts';
import type { ReferenceReads } from './contract.ts';

const ID = /\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

export function referenceReads(db: Db): ReferenceReads {
  return {
    async eventsReferredTo({ projectId, issueId }, nowMs) {
      let issues = db.selectFrom('issue').select('id').where('projectId', '=', projectId);
      if (issueId !== null) issues = issues.where('id', '=', issueId);
      const feedback = await db
        .selectFrom('feedback')
        .select('eventId')
        .where('projectId', '=', projectId)
        .where('eventId', 'is not', null)
        .orderBy('id', 'desc')
        .limit(limits.REFERENCE_COUNT_MAX)
        .execute();
      const shares = await db
        .selectFrom('issue_share')
        .select('eventId')
        .where('issueId', 'in', issues)
        .where('expiresAtMs', '>', nowMs)
        .orderBy('id', 'desc')
        .limit(limits.REFERENCE_COUNT_MAX)
        .execute();
      const comments = await db
        .selectFrom('activity')
        .select('data')
        .where('issueId', 'in', issues)
        .where('kind', '=', 'comment')
        .orderBy('id', 'desc')
        .limit(limits.REFERENCE_COUNT_MAX)
        .execute();
      const inComments = comments.flatMap(({ data }) => String((data as { text?: string }).text).match(ID) ?? []);
      const ids = [...feedback, ...shares].map(({ eventId }) => eventId);
      return [...new Set([...ids, ...inComments.map((id) => readEventId(id))])].filter((id) => id !== null);
    },
  };
}
