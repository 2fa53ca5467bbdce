import { describe, test } from 'vitest';
import { journalConformance } from './journal.conformance.ts';
import { openMemoryJournal } from './memory.ts';

describe('the memory journal', () => {
  for (const [promise, check] of Object.entries(journalConformance))
    test(promise, () => check(async (options) => openMemoryJournal(options)));
});
