import type { ProjectId } from '@seismo/protocol';
import type { IssueData } from '../issues/memory.ts';
import { keepable } from '../keepable.ts';
import { copy } from '../engines/memory/rows.ts';
import type {
  Feedback,
  FeedbackFacts,
  FeedbackReads,
  FeedbackScope,
  FeedbackSearches,
  FeedbackStatus,
  FeedbackWrites,
} from './contract.ts';
import { formsOf, withoutAsciiCase } from './words.ts';

type Kept = Omit<Feedback, 'issueId'>;

export interface FeedbackData {
  feedback: Kept[];
  lastFeedbackId: number;
}

export function emptyFeedback(): FeedbackData {
  return { feedback: [], lastFeedbackId: 0 };
}

export function feedbackReads(current: () => FeedbackData & IssueData): FeedbackReads & FeedbackSearches {
  const issueOf = (projectId: ProjectId, hash: string | null) =>
    current().fingerprints.find((each) => each.projectId === projectId && each.hash === hash)?.issueId ?? null;
  const withIssue = (kept: Kept): Feedback => ({
    ...copy(kept),
    issueId: issueOf(kept.projectId, kept.eventHash) ?? issueOf(kept.projectId, kept.digestHash),
  });
  const within = ({ projectIds, environments, issueId, range, words }: FeedbackScope) =>
    current()
      .feedback.filter(({ projectId, environment, atMs, message }) => {
        const isThere = environments.length === 0 || environments.includes(environment);
        const says = (word: string) => formsOf(word).some((form) => withoutAsciiCase(message).includes(form));
        const isThen = atMs >= range.fromMs && atMs < range.toMs;
        return projectIds.includes(projectId) && isThere && isThen && words.every(says);
      })
      .map(withIssue)
      .filter((each) => issueId === null || each.issueId === issueId);
  return {
    knownFeedback: async (projectId, feedbackIds) =>
      current()
        .feedback.filter((each) => each.projectId === projectId && feedbackIds.includes(each.feedbackId))
        .map(({ feedbackId }) => feedbackId)
        .sort(),
    feedbackAbout: async (projectId, { eventIds, hashes }) =>
      current().feedback.flatMap(({ id, eventId, eventHash, ...each }) => {
        if (each.projectId !== projectId || eventId === null) return [];
        const isAbout = eventIds.includes(eventId) || (eventHash !== null && hashes.includes(eventHash));
        return isAbout ? [{ id, eventId, eventHash }] : [];
      }),
    listFeedback: async ({ status, before, count, ...scope }) =>
      within(scope)
        .filter((each) => status === null || each.status === status)
        .sort((one, other) => other.atMs - one.atMs || other.id - one.id)
        .filter(({ atMs, id }) => !before || atMs < before.atMs || (atMs === before.atMs && id < before.id))
        .slice(0, count),
    countFeedback: async (scope) => {
      const found = within(scope);
      const of = (status: FeedbackStatus) => found.filter((each) => each.status === status).length;
      return { open: of('open'), done: of('done'), spam: of('spam') };
    },
    feedbackByIds: async (ids) =>
      current()
        .feedback.filter(({ id }) => ids.includes(id))
        .map(withIssue),
  };
}

export function feedbackWrites(data: FeedbackData): FeedbackWrites {
  return {
    async addFeedback(feedback) {
      for (const facts of feedback) {
        const { projectId, feedbackId } = facts;
        if (data.feedback.some((each) => each.projectId === projectId && each.feedbackId === feedbackId)) continue;
        const id = ++data.lastFeedbackId;
        data.feedback.push({ ...keptTexts(facts), id, status: 'open', statusBy: null, statusAtMs: null });
      }
    },
    async joinFeedback(links) {
      for (const { id, eventHash } of links) {
        const found = data.feedback.find((each) => each.id === id);
        if (found) found.eventHash = eventHash;
      }
    },
    async setFeedbackStatus(ids, { status, userId, atMs }) {
      for (const each of data.feedback) {
        if (ids.includes(each.id)) Object.assign(each, { status, statusBy: userId, statusAtMs: atMs });
      }
    },
  };
}

function keptTexts(facts: FeedbackFacts): FeedbackFacts {
  const kept = copy(facts);
  for (const key of ['message', 'name', 'email', 'url', 'source', 'environment', 'release', 'userKey'] as const) {
    kept[key] = keepable(kept[key]);
  }
  return kept;
}
