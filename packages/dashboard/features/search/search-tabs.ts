import type { IssueSort, SavedSearchView } from '@seismo/server';

export interface SearchTab {
  /** In the answer that counts them. */
  id: string;
  name: string;
  query: string;
  /** `null` leaves the order as it is. */
  sort: IssueSort | null;
  shared: boolean;
}

/** Default searches, then saved ones. */
const defaultTabs: [name: string, query: string][] = [
  ['Unresolved', 'is:unresolved'],
  ['For review', 'is:unresolved is:for_review'],
  ['Mine', 'is:unresolved assigned:me'],
  ['All', ''],
];

export const isDefaultTab = (query: string): boolean => defaultTabs.some(([, each]) => each === query);

export function searchTabs(saved: readonly SavedSearchView[]): SearchTab[] {
  return [
    ...defaultTabs.map(([name, query]) => ({ id: name, name, query, sort: null, shared: false })),
    ...saved.map(({ id, name, query, sort, shared }) => ({ id: String(id), name, query, sort, shared })),
  ];
}
