const PREFIX = 'seismo.recent';

/**
 * A short list in this browser's storage, newest first. It never leaves the browser, and signing out deletes it. If
 * storage is full, broken or forbidden, the list is empty.
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
