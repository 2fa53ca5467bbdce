import { limits } from '@seismo/protocol';
import { AsideFull } from './contract.ts';
import type { Journal, JournalRecord, SetAsideEntry, SetAsideRecord } from './contract.ts';

/** The plainest journal: forgets everything when the process ends. For tests, and as the oracle of the real one. */
export function openMemoryJournal({ asideBytesMax = limits.SET_ASIDE_BYTES_MAX } = {}): Journal {
  let records: JournalRecord[] = [];
  let aside: (SetAsideEntry & { id: number })[] = [];
  let lastSequence = 0;
  let lastAsideId = 0;
  let trimmedThrough = 0;
  let storeId: string | null = null;
  let open = true;
  const listeners: (() => void)[] = [];

  function demandOpen(): void {
    if (!open) throw new Error('The journal is closed.');
  }

  function put(entry: Omit<JournalRecord, 'sequence' | 'tries'>): number {
    const sequence = ++lastSequence;
    records.push({ ...entry, sequence, tries: 0 });
    queueMicrotask(() => listeners.forEach((listener) => listener()));
    return sequence;
  }

  return {
    async append(entry) {
      demandOpen();
      return put({ ...entry, body: new Uint8Array(entry.body) });
    },

    async read(afterSequence, { entriesMax, bytesMax }) {
      demandOpen();
      const taken: JournalRecord[] = [];
      let bytes = 0;
      for (const record of records.filter(({ sequence }) => sequence > afterSequence).slice(0, entriesMax)) {
        bytes += record.body.byteLength;
        if (bytes > bytesMax && taken.length > 0) break;
        taken.push({ ...record, body: new Uint8Array(record.body) });
      }
      return taken;
    },

    async waitingBytes(afterSequence, sinceMs) {
      demandOpen();
      const waiting = records.filter(
        ({ sequence, receivedAtMs, kind, replayOf }) =>
          sequence > afterSequence && receivedAtMs >= sinceMs && kind === 'envelope' && !replayOf,
      );
      return [...Map.groupBy(waiting, ({ projectId, keyId }) => `${projectId}:${keyId}`).values()]
        .map((ofKey) => ({
          projectId: ofKey[0]!.projectId,
          keyId: ofKey[0]!.keyId,
          bytes: ofKey.reduce((sum, { body }) => sum + body.byteLength, 0),
        }))
        .sort((one, other) => one.projectId - other.projectId || one.keyId - other.keyId);
    },

    async trim(throughSequence) {
      demandOpen();
      records = records.filter(({ sequence }) => sequence > throughSequence);
      trimmedThrough = Math.max(trimmedThrough, throughSequence);
    },

    async countTry(sequence) {
      demandOpen();
      const record = records.find((candidate) => candidate.sequence === sequence);
      if (!record) throw new Error(`The journal has no entry ${sequence} whose tries could be counted.`);
      return ++record.tries;
    },

    async setAside(entry) {
      demandOpen();
      if (aside.some(({ sequence, part }) => sequence === entry.sequence && part === entry.part)) return;
      const bytes = aside.reduce((sum, kept) => sum + kept.entry.body.byteLength, 0);
      if (bytes + entry.entry.body.byteLength > asideBytesMax) throw new AsideFull(bytes);
      aside.push({ ...entry, id: ++lastAsideId, entry: { ...entry.entry, body: new Uint8Array(entry.entry.body) } });
    },

    async listSetAside(projectId, entriesMax) {
      demandOpen();
      return aside
        .filter((kept) => kept.projectId === projectId)
        .toReversed()
        .slice(0, entriesMax)
        .map((kept): SetAsideRecord => ({
          id: kept.id,
          projectId: kept.projectId,
          itemKind: kept.itemKind,
          reason: kept.reason,
          detail: kept.detail,
          tries: kept.tries,
          receivedAtMs: kept.entry.receivedAtMs,
          setAsideAtMs: kept.setAsideAtMs,
          bytes: kept.entry.body.byteLength,
        }));
    },

    async replay(projectId, id) {
      demandOpen();
      const kept = aside.find((candidate) => candidate.id === id && candidate.projectId === projectId);
      if (!kept) return null;
      aside = aside.filter((candidate) => candidate !== kept);
      return put({ ...kept.entry, replayOf: { reason: kept.reason } });
    },

    async stats() {
      demandOpen();
      return {
        entries: records.length,
        bytes: records.reduce((sum, { body }) => sum + body.byteLength, 0),
        lastSequence,
        oldestReceivedAtMs: records[0]?.receivedAtMs ?? null,
        setAside: aside.length,
      };
    },

    async identity() {
      demandOpen();
      return { storeId, lastSequence, trimmedThrough, salvaged: null };
    },

    async adopt(id, appliedSequence) {
      demandOpen();
      storeId = id;
      lastSequence = Math.max(lastSequence, appliedSequence);
    },

    onAppended(listener) {
      listeners.push(listener);
    },

    async close() {
      open = false;
    },
  };
}
