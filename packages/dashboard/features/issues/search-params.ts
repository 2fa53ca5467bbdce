import type { IssueFilter } from '@seismo/server';
import { choice, context, cursor, range, text, urlState, type RawParams } from '#explorer/url-state.ts';

export const sorts = [
  'last-seen',
  'first-seen',
  'trends',
  'events',
  'users',
] as const satisfies readonly IssueFilter['sort'][];
export const sortNames: Record<IssueFilter['sort'], string> = {
  'last-seen': 'Last seen',
  'first-seen': 'First seen',
  trends: 'Trends',
  events: 'Events',
  users: 'Users',
};

export const defaultQuery = 'is:unresolved';
/** The default page size. */
export const pageCount = 50;

const state = urlState({
  ...context,
  range,
  query: text('query', { missing: defaultQuery }),
  sort: choice('sort', sorts),
  cursor,
});

export const readIssueFilter = (params: RawParams): IssueFilter => ({ ...state.read(params), count: pageCount });
export const issuesHref = (filter: Partial<IssueFilter>) => state.href('/issues', filter);
