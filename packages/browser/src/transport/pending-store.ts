import type { PendingEnvelope } from './transport.ts';

const NAME = 'seismo-offline';

/** Pending envelopes in IndexedDB, oldest first. Every promise may reject: browsers refuse storage for many reasons. */
export function openStore() {
  let opened: Promise<IDBDatabase> | undefined;
  const database = (): Promise<IDBDatabase> =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(NAME, { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () => reject(request.error ?? new Error('blocked'));
    }));
  const envelopes = async (): Promise<IDBObjectStore> =>
    (await database()).transaction(NAME, 'readwrite').objectStore(NAME);

  /** Takes the oldest, so that at most `countMax` stay, and at most `take` of them. */
  async function takeOldest(countMax: number, take: number): Promise<PendingEnvelope[]> {
    const store = await envelopes();
    const keys = await done(store.getAllKeys());
    const surplus = keys.slice(0, Math.min(take, Math.max(0, keys.length - countMax)));
    const stored = await Promise.all(surplus.map((key) => done(store.get(key) as IDBRequest<Stored>)));
    await Promise.all(surplus.map((key) => done(store.delete(key))));
    return stored.map(({ bytes, ...rest }) => ({ ...rest, body: new Blob([bytes]) }));
  }

  return {
    /** Returns the envelopes that it removed to make space. */
    async push({ header, body, contents }: PendingEnvelope, countMax: number): Promise<PendingEnvelope[]> {
      const stored: Stored = { header, contents, bytes: await body.arrayBuffer() };
      await done((await envelopes()).add(stored));
      return takeOldest(countMax, Infinity);
    },
    shift: async (): Promise<PendingEnvelope | undefined> => (await takeOldest(0, 1))[0],
  };
}

/** Blobs cannot be stored everywhere, bytes can. */
type Stored = Omit<PendingEnvelope, 'body'> & { bytes: ArrayBuffer };

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
