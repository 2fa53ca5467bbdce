import { limits } from '@seismo/protocol';
import { positionOf } from '#platform/lanes.ts';
import { DeadLettersFull } from './contract.ts';
import type { Journal, JournalRecord, NewDeadLetter, DeadLetter } from './contract.ts';
import { LaneTurns, readLanes } from './read-lanes.ts';

/** A journal in memory. For tests, and as the oracle of the real one. */
export function openMemoryJournal({ deadLetterBytesMax = limits.DEAD_LETTER_BYTES_MAX } = {}): Journal {
  let records: JournalRecord[] = [];
  let letters: (NewDeadLetter & { id: number })[] = [];
  let lastSequence = 0;
  let lastLetterId = 0;
  let trimmedThrough = 0;
  let storeId: string | null = null;
  const turns = new LaneTurns();
  let open = true;
  const listeners: (() => void)[] = [];

  function requireOpen(): void {
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
      requireOpen();
      return put({ ...entry, body: new Uint8Array(entry.body) });
    },

    async read(readLimits) {
      requireOpen();
      const waiting = [...new Set(records.map(({ projectId }) => projectId))].toSorted((one, other) => one - other);
      const found = readLanes(turns.lanes(waiting, readLimits), readLimits, (lane, after, count) =>
        records
          .filter(({ projectId, sequence }) => projectId === lane && sequence > after)
          .slice(0, count)
          .map((record) => ({ ...record, body: new Uint8Array(record.body) })),
      );
      turns.ended(readLimits, found.lastLane);
      return found.records;
    },

    async waitingBytes(applied, sinceMs) {
      requireOpen();
      const waiting = records.filter(
        ({ sequence, projectId, receivedAtMs, kind, replayOf }) =>
          sequence > positionOf(applied, projectId) && receivedAtMs >= sinceMs && kind === 'envelope' && !replayOf,
      );
      return [...Map.groupBy(waiting, ({ projectId, keyId }) => `${projectId}:${keyId}`).values()]
        .map((ofKey) => ({
          projectId: ofKey[0]!.projectId,
          keyId: ofKey[0]!.keyId,
          bytes: ofKey.reduce((sum, { body }) => sum + body.byteLength, 0),
        }))
        .sort((one, other) => one.projectId - other.projectId || one.keyId - other.keyId);
    },

    async trim(applied, batch) {
      requireOpen();
      records = records.filter(({ projectId, sequence }) => sequence > positionOf(applied, projectId));
      trimmedThrough = Math.max(trimmedThrough, batch);
    },

    async countTry(sequence) {
      requireOpen();
      const record = records.find((candidate) => candidate.sequence === sequence);
      if (!record) throw new Error(`The journal has no entry ${sequence}.`);
      return ++record.tries;
    },

    async addDeadLetter(entry) {
      requireOpen();
      if (letters.some(({ sequence, part }) => sequence === entry.sequence && part === entry.part)) return;
      const bytes = letters.reduce((sum, kept) => sum + kept.entry.body.byteLength, 0);
      if (bytes + entry.entry.body.byteLength > deadLetterBytesMax) throw new DeadLettersFull(bytes);
      letters.push({ ...entry, id: ++lastLetterId, entry: { ...entry.entry, body: new Uint8Array(entry.entry.body) } });
    },

    async listDeadLetters(projectId, entriesMax) {
      requireOpen();
      return letters
        .filter((kept) => kept.projectId === projectId)
        .toReversed()
        .slice(0, entriesMax)
        .map((kept): DeadLetter => ({
          id: kept.id,
          projectId: kept.projectId,
          itemKind: kept.itemKind,
          reason: kept.reason,
          detail: kept.detail,
          tries: kept.tries,
          receivedAtMs: kept.entry.receivedAtMs,
          failedAtMs: kept.failedAtMs,
          bytes: kept.entry.body.byteLength,
        }));
    },

    async replay(projectId, id) {
      requireOpen();
      const kept = letters.find((candidate) => candidate.id === id && candidate.projectId === projectId);
      if (!kept) return null;
      letters = letters.filter((candidate) => candidate !== kept);
      return put({ ...kept.entry, replayOf: { reason: kept.reason } });
    },

    async stats() {
      requireOpen();
      return {
        entries: records.length,
        bytes: records.reduce((sum, { body }) => sum + body.byteLength, 0),
        lastSequence,
        oldestReceivedAtMs: records[0]?.receivedAtMs ?? null,
        deadLetters: letters.length,
      };
    },

    async identity() {
      requireOpen();
      return { storeId, lastSequence, trimmedThrough, salvaged: null };
    },

    async adopt(id, atLeast) {
      requireOpen();
      storeId = id;
      lastSequence = Math.max(lastSequence, atLeast);
    },

    onAppended(listener) {
      listeners.push(listener);
    },

    async close() {
      open = false;
    },
  };
}
