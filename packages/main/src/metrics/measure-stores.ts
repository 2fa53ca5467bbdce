import type { StateSearches } from '@seismo/server/parts';
import type { openOwnStores } from '../open-stores.ts';
import type { Metrics, StoreName, StoreOperation } from './metrics.ts';

type Stores = Awaited<ReturnType<typeof openOwnStores>>;
type Ended = (error: unknown) => void;

/** Searches have a queue of their own. */
const searches: Record<keyof StateSearches, 'search'> = {
  listFeedback: 'search',
  countFeedback: 'search',
  listIssues: 'search',
  countIssues: 'search',
  unresolvedCounts: 'search',
  matchingIssues: 'search',
  listReleaseRecords: 'search',
  findCommits: 'search',
};
const operations: Record<StoreName, Record<string, StoreOperation>> = {
  state: { write: 'write', ...searches },
  telemetry: { append: 'write', truncateAfter: 'write', adopt: 'write' },
  blobs: { put: 'write', delete: 'write', adopt: 'write' },
};

/** The stores as the main thread uses them, with the durations of their operations in the metrics. */
export function measureStores(stores: Stores, metrics: Metrics): Stores {
  const measured = <Store extends object>(name: StoreName, store: Store) =>
    measure(store, (method, atMs) => metrics.storeBegan(name, operations[name][method] ?? 'read', atMs));
  return {
    ...stores,
    state: measured('state', stores.state),
    telemetry: measured('telemetry', stores.telemetry),
    blobs: measured('blobs', stores.blobs),
    journal: {
      ...stores.journal,
      ...measure({ append: stores.journal.append }, (_, atMs) => metrics.appendBegan(atMs)),
    },
  };
}

/** The same object; calls that return a promise are measured. */
function measure<Store extends object>(store: Store, began: (method: string, atMs: number) => Ended): Store {
  const methods = Object.entries<unknown>(store as Record<string, unknown>).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method];
    const call = (...args: unknown[]): unknown => {
      const beganAtMs = performance.now();
      const returned: unknown = method(...args);
      if (!(returned instanceof Promise)) return returned;
      const ended = began(name, beganAtMs);
      returned.then(
        () => ended(null),
        (error: unknown) => ended(isRefusal(error) ? null : error),
      );
      return returned;
    };
    return [name, call];
  });
  return Object.fromEntries(methods) as Store;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'Refusal';
}
