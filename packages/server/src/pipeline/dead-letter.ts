import { limits, writeEnvelope, type EnvelopeHeader, type EnvelopeItem } from '@seismo/protocol';
import type { JournalEntry, JournalRecord, NewDeadLetter } from '#journal/contract.ts';

export interface Failure {
  reason: NewDeadLetter['reason'];
  /** The error's first line, or how the worker ended. */
  detail: string;
}

/** A damaged entry stays for inspection, but is never processed as if a client had sent it. */
export const damaged: Failure = {
  reason: 'error',
  detail: 'the entry does not match its checksum: it was corrupted on disk',
};

export function deadLetterOf(record: JournalRecord, itemKind: string, failure: Failure, nowMs: number): NewDeadLetter {
  const { sequence, projectId, tries } = record;
  return { sequence, part: -1, projectId, itemKind, ...failure, tries, failedAtMs: nowMs, entry: entryOf(record) };
}

/** Stores one item in its own envelope, with the original header. */
export function deadLetterOfItem(
  record: JournalRecord,
  header: EnvelopeHeader,
  part: number,
  item: EnvelopeItem,
  thrown: unknown,
  nowMs: number,
): NewDeadLetter {
  const alone = { ...record, body: writeEnvelope(header, [item]), limitedCategories: [] };
  const failure: Failure = { reason: 'error', detail: firstLineOf(thrown) };
  return { ...deadLetterOf(alone, item.kind, failure, nowMs), part, tries: limits.PROCESS_TRY_COUNT_MAX };
}

const DETAIL_CHARS_MAX = 500;

export function firstLineOf(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return text.split('\n', 1)[0]!.slice(0, DETAIL_CHARS_MAX);
}

function entryOf(record: JournalRecord): JournalEntry {
  const { sequence: _, tries: _tries, isDamaged: _isDamaged, ...entry } = record;
  return entry;
}
