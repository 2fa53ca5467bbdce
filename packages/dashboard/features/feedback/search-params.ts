import type { FeedbackFilter, FeedbackStatus, TimeRange } from '@seismo/server';
import { choice, context, cursor, optional, range, text, urlState, type RawParams } from '#explorer/url-state.ts';

export const statuses = ['open', 'done', 'spam'] as const satisfies readonly FeedbackStatus[];
export const statusNames: Record<FeedbackStatus, string> = { open: 'Open', done: 'Done', spam: 'Spam' };

const state = urlState({
  ...context,
  range,
  text: text('query', { charsMax: 200 }),
  issue: optional('issue'),
  status: choice('status', statuses),
  cursor,
});

export type FeedbackListFilter = FeedbackFilter & { status: FeedbackStatus; range: TimeRange };
export const readFeedbackFilter = (params: RawParams): FeedbackListFilter => ({ ...state.read(params), count: 50 });
export const feedbackHref = (filter: Partial<FeedbackListFilter>) => state.href('/feedback', filter);
