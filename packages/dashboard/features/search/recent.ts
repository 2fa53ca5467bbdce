import { storedList } from '../recent/stored-list.ts';

const listNamed = (name: string) =>
  storedList<string>(name, 8, {
    read: (value) => (typeof value === 'string' ? value : null),
    idOf: (text) => text,
  });

/** Searches of this browser. */
const searches = { errors: listNamed('searches'), spans: listNamed('span-searches') };

export const recentSearches = (of: keyof typeof searches) => searches[of].all();

export function rememberSearch(of: keyof typeof searches, text: string): void {
  if (text.trim() !== '') searches[of].remember(text.trim());
}
