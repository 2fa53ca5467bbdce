const KEY = 'seismo.recent-searches';
const COUNT_MAX = 8;

/** Searches of this browser, the last one first. They stay in it. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, COUNT_MAX) : [];
  } catch {
    // Storage that is full, broken or forbidden only means that nothing is remembered.
    return [];
  }
}

export function rememberSearch(text: string): void {
  const kept = text.trim();
  if (kept === '') return;
  try {
    const all = [kept, ...recentSearches().filter((other) => other !== kept)];
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, COUNT_MAX)));
  } catch {
    // As above.
  }
}
