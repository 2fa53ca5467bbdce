/** The latest results that are slow to read and often repeated. New rows are added on read; changed rows invalidate. */
export interface ReadCache<T> {
  /** The cached value of `key`. `read` gets the previous value, if any, and returns the complete one. */
  read(key: string, read: (known: T | undefined) => Promise<T>): Promise<T>;
  /** The least recently used first. */
  keys(): string[];
  /** There are new rows for these keys, or for all. */
  added(isConcerned?: (key: string) => boolean): void;
  /** These values, or all, are invalid. Reads in progress finish with the old ones. */
  changed(isConcerned?: (key: string) => boolean): void;
}

interface Bounds<T> {
  countMax: number;
  /** Over all values. */
  rowCountMax?: number;
  rowCountOf?(value: T): number;
}

export function createReadCache<T>({ countMax, rowCountMax = 0, rowCountOf = () => 0 }: Bounds<T>): ReadCache<T> {
  const cached = new Map<string, { value: Promise<T>; lacking: boolean; rowCount: number }>();
  let rowCount = 0;

  const remove = (key: string) => {
    rowCount -= cached.get(key)?.rowCount ?? 0;
    cached.delete(key);
  };
  const evict = () => {
    for (const key of cached.keys()) {
      if (cached.size <= countMax && rowCount <= rowCountMax) return;
      remove(key);
    }
  };

  return {
    async read(key, read) {
      const entry = cached.get(key) ?? { value: read(undefined), lacking: false, rowCount: 0 };
      if (entry.lacking) {
        entry.lacking = false;
        entry.value = entry.value.then(read);
      }
      cached.delete(key);
      cached.set(key, entry);
      evict();
      const { value } = entry;
      try {
        const result = await value;
        if (cached.get(key)?.value === value) {
          rowCount += rowCountOf(result) - entry.rowCount;
          entry.rowCount = rowCountOf(result);
          evict();
        }
        return result;
      } catch (error) {
        // The next caller tries again.
        if (cached.get(key)?.value === value) remove(key);
        throw error;
      }
    },
    keys: () => [...cached.keys()],
    added(isConcerned = () => true) {
      for (const [key, entry] of cached) if (isConcerned(key)) entry.lacking = true;
    },
    changed(isConcerned = () => true) {
      for (const key of cached.keys()) if (isConcerned(key)) remove(key);
    },
  };
}
