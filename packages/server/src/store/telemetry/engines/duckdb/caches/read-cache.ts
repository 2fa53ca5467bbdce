/** The latest results that are slow to read and often repeated. New rows are added on read; changed rows invalidate. */
export interface ReadCache<T> {
  /** The cached value of `key`. `read` gets the previous value, if any, and returns the complete one. */
  read(key: string, read: (known: T | undefined) => Promise<T>): Promise<T>;
  /** There are new rows for this key, or for all. */
  added(key?: string): void;
  /** All cached values are invalid. Reads in progress finish with the old ones. */
  changed(): void;
}

export function createReadCache<T>(countMax: number): ReadCache<T> {
  // In the order of their requests.
  const cached = new Map<string, { value: Promise<T>; lacking: boolean }>();

  return {
    async read(key, read) {
      const entry = cached.get(key) ?? { value: read(undefined), lacking: false };
      if (entry.lacking) {
        entry.lacking = false;
        entry.value = entry.value.then(read);
      }
      cached.delete(key);
      cached.set(key, entry);
      const [oldest] = cached.keys();
      if (cached.size > countMax) cached.delete(oldest!);
      const { value } = entry;
      try {
        return await value;
      } catch (error) {
        // The next caller tries again.
        if (cached.get(key)?.value === value) cached.delete(key);
        throw error;
      }
    },
    added(key) {
      for (const [name, entry] of cached) if (key === undefined || name === key) entry.lacking = true;
    },
    changed() {
      cached.clear();
    },
  };
}
