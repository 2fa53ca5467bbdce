const PREFIX = 'seismo.recent';

/**
 * A short list that this browser keeps, the last one first. It never leaves the browser, and signing out empties it.
 * Storage that is full, broken or forbidden only means that nothing is remembered.
 */
export function storedList<T>(
  name: string,
  countMax: number,
  { read, idOf }: { read: (value: unknown) => T | null; idOf: (one: T) => string },
) {
  const key = `${PREFIX}-${name}`;
  const all = (): T[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.flatMap((value) => read(value) ?? []).slice(0, countMax) : [];
    } catch {
      return [];
    }
  };
  const remember = (one: T): void => {
    try {
      const others = all().filter((other) => idOf(other) !== idOf(one));
      localStorage.setItem(key, JSON.stringify([one, ...others].slice(0, countMax)));
    } catch {
      // As above.
    }
  };
  return { all, remember };
}

export function clearRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // As above.
  }
}
