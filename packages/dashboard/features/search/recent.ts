import { keptList } from '#features/recent/kept-list.ts';

/** Searches of this browser. */
const searches = keptList<string>('searches', 8, {
  read: (value) => (typeof value === 'string' ? value : null),
  idOf: (text) => text,
});

export const recentSearches = searches.all;

export function rememberSearch(text: string): void {
  if (text.trim() !== '') searches.remember(text.trim());
}
