import type { Telemetry, TelemetrySegments } from '../../contract.ts';
import type { DuckdbTelemetry } from './open.ts';

export interface ReopeningOptions {
  /** DuckDB had invalidated the store, for this reason; the store is open again. */
  reopened(reason: string): void;
  /** The store could not be opened again. Every call fails from here on. */
  lost(error: unknown): void;
}

/**
 * A store that reopens itself (docs/decisions/0031-reopen-telemetry.md). DuckDB invalidates a store when a commit or a
 * checkpoint runs out of memory or disk, and then refuses every statement. The first caller gets the error; later
 * callers wait for the new store. A failed batch may be stored anyway: `truncateAfter` removes it.
 */
export async function openReopeningTelemetry(
  open: () => Promise<DuckdbTelemetry>,
  { reopened, lost }: ReopeningOptions,
): Promise<Telemetry & TelemetrySegments> {
  let current = Promise.resolve(await open());
  let closed: Promise<void> | null = null;

  async function reopen(broken: DuckdbTelemetry, reason: string): Promise<DuckdbTelemetry> {
    // After all calls that are under way.
    await broken.close();
    const store = await open();
    reopened(reason);
    return store;
  }

  async function use<T>(work: (store: DuckdbTelemetry) => Promise<T>): Promise<T> {
    let used: typeof current;
    let store: DuckdbTelemetry;
    do store = await (used = current);
    while (used !== current);
    try {
      return await work(store);
    } catch (error) {
      const isCurrent = () => used === current && closed === null;
      if (isCurrent() && !(await store.isSound()) && isCurrent()) {
        current = reopen(store, error instanceof Error ? error.message : String(error));
        current.catch(lost);
      }
      throw error;
    }
  }

  return {
    append: (batch) => use((store) => store.append(batch)),
    truncateAfter: (sequence) => use((store) => store.truncateAfter(sequence)),
    query: (name, params) => use((store) => store.query(name, params)),
    identity: () => use((store) => store.identity()),
    adopt: (storeId, appliedSequence) => use((store) => store.adopt(storeId, appliedSequence)),
    writeSpanFile: (of) => use((store) => store.writeSpanFile(of)),
    commitSpanFile: (file) => use((store) => store.commitSpanFile(file)),
    decideTraces: (of) => use((store) => store.decideTraces(of)),
    unreadableSpans: () => use((store) => store.unreadableSpans()),
    space: () => use((store) => store.space()),
    reclaim: () => use((store) => store.reclaim()),
    changedSince: (change) => use((store) => store.changedSince(change)),
    addMark: () => use((store) => store.addMark()),
    hasMark: (mark) => use((store) => store.hasMark(mark)),
    writeSegments: (table, span) => use((store) => store.writeSegments(table, span)),
    readSegment: (table, file) => use((store) => store.readSegment(table, file)),
    linkSpanFiles: () => use((store) => store.linkSpanFiles()),
    checksum: (table, span) => use((store) => store.checksum(table, span)),
    close: () => (closed ??= current.then((store) => store.close())),
  };
}
