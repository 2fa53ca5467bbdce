/**
 * The latest of what takes long to read and is asked for again. What was added since is read on top of it before it is handed
 * out; what was changed is read anew.
 */
export interface ReadCache<T> {
  /** What is kept under `key`. `read` is handed what is known already, if anything, and answers with all of it. */
  read(key: string, read: (known: T | undefined) => Promise<T>): Promise<T>;
  /** There is more of this key, or of all. */
  added(key?: string): void;
  /** Nothing of what was read holds. Who has it goes on with it. */
  changed(): void;
}

export function createReadCache<T>(countMax: number): ReadCache<T> {
  // In the order in which they were asked for.
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
