import { storedList } from '../recent/stored-list.ts';

/** Searches of this browser. */
const searches = storedList<string>('searches', 8, {
  read: (value) => (typeof value === 'string' ? value : null),
  idOf: (text) => text,
});

export const recentSearches = searches.all;

export function rememberSearch(text: string): void {
  if (text.trim() !== '') searches.remember(text.trim());
}
