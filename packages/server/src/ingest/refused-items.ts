import { limits } from '@seismo/protocol';
import type { Disposition, ProjectId } from '@seismo/protocol';
import type { Journal, RefusedItems } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import type { ClientKey } from './keys.ts';
import type { RecordCounts } from './record-counts.ts';

export interface RefusedCount {
  /** Counts refused items of a known key. */
  add(key: Pick<ClientKey, 'id' | 'projectId'>, records: RecordCounts, disposition: Disposition): void;
  /** Writes the counts so far to the journal. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/**
 * Sums refused items and journals the sums, at most once a second per project, so that outcomes include them exactly
 * once and a flood costs one small entry. If the journal refuses, the counts are kept for the next time. A crash may
 * lose the last second of counts, whose reports were not acknowledged.
 */
export function countRefused(
  journal: Pick<Journal, 'append'>,
  clock: Clock,
  flushIntervalMs = limits.REFUSALS_FLUSH_INTERVAL_MS,
): RefusedCount {
  let sums = new Map<ProjectId, Map<string, RefusedItems>>();
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let closed = false;

  function put(projectId: ProjectId, items: RefusedItems): void {
    let ofProject = sums.get(projectId);
    if (!ofProject) sums.set(projectId, (ofProject = new Map()));
    const name = `${items.keyId} ${items.itemKind} ${items.outcome} ${items.reason}`;
    const sum = ofProject.get(name);
    if (sum) sum.quantity += items.quantity;
    else ofProject.set(name, { ...items });
    if (!closed && timer === null) {
      timer = setTimeout(() => void flush(), flushIntervalMs);
      timer.unref();
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const taken = sums;
    sums = new Map();
    flushing = flushing.then(() =>
      Promise.all([...taken].map(([projectId, sum]) => write(projectId, [...sum.values()]))).then(() => {}),
    );
    return flushing;
  }

  async function write(projectId: ProjectId, items: RefusedItems[]): Promise<void> {
    try {
      await journal.append({
        kind: 'refusals',
        projectId,
        keyId: 0,
        receivedAtMs: clock.now(),
        clientAddress: null,
        userAgent: null,
        body: new TextEncoder().encode(JSON.stringify(items)),
        limitedCategories: [],
        replayOf: null,
      });
    } catch {
      for (const item of items) put(projectId, item);
    }
  }

  return {
    add(key, records, disposition) {
      for (const [itemKind, quantity] of Object.entries(records)) {
        put(key.projectId, {
          keyId: key.id,
          itemKind,
          outcome: disposition.outcome,
          reason: disposition.reason,
          quantity,
        });
      }
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}
