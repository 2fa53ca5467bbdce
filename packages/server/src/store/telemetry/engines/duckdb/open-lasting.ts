import type { Telemetry } from '../../contract.ts';
import type { DuckdbTelemetry } from './open.ts';

export interface LastingOptions {
  /** DuckDB had given the store up, for this reason; now it answers again. */
  reopened(reason: string): void;
  /** It could not be opened again. From here on nothing is answered. */
  lost(error: unknown): void;
}

/**
 * The store for as long as the server runs (docs/decisions/0031-reopen-telemetry.md). DuckDB gives a store up when a commit or a
 * checkpoint finds no memory or no disk, and refuses everything until it is opened anew. Who is refused first is told
 * why; who asks after that waits for the new one. A batch that failed may be there all the same: `truncateAfter` knows.
 */
export async function openLastingTelemetry(
  open: () => Promise<DuckdbTelemetry>,
  { reopened, lost }: LastingOptions,
): Promise<Telemetry> {
  let current = Promise.resolve(await open());
  let closed: Promise<void> | null = null;

  async function reopen(broken: DuckdbTelemetry, reason: string): Promise<DuckdbTelemetry> {
    // Behind everything that is under way.
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
    ask: (name, ask) => use((store) => store.ask(name, ask)),
    identity: () => use((store) => store.identity()),
    adopt: (storeId, appliedSequence) => use((store) => store.adopt(storeId, appliedSequence)),
    bytes: () => use((store) => store.bytes()),
    close: () => (closed ??= current.then((store) => store.close())),
  };
}
