import type { MessagePort } from 'node:worker_threads';
import type { Journal, JournalEntry } from './contract.ts';

/**
 * Messages between the journal's thread and its callers. Appends travel in groups, their bodies moved and not copied;
 * everything else is called through `threads/port.ts`, on a port of its own.
 */
export type ToThread =
  | { kind: 'calls'; port: MessagePort }
  | { kind: 'append'; group: number; entries: JournalEntry[] };

/** Exactly one answer per entry, in order: its sequence, or the error. */
export type FromThread =
  | { kind: 'answered'; group: number; answers: (number | { failed: string })[] }
  | { kind: 'appended' };

export type CalledFunctions = Omit<Journal, 'append' | 'onAppended'>;
