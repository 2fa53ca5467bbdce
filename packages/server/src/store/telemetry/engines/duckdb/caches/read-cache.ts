/** The latest results that are slow to read and often repeated. New rows are added on read; changed rows invalidate. */
export interface ReadCache<T> {
  /** What is kept under `key`. `read` is handed what is known already, if anything, and answers with all of it. */
  read(key: string, read: (known: T | undefined) => Promise<T>): Promise<T>;
  /** There is more of this key, or of all. */
  added(key?: string): void;
  /** Nothing of what was read holds. Who has it goes on with it. */
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
        // Who asks next tries again.
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
