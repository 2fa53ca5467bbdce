import { describe, test } from 'vitest';
import { stateConformance } from '../../state.conformance.ts';
import { openMemoryState } from './open.ts';

describe('the memory state', () => {
  for (const [promise, check] of Object.entries(stateConformance))
    test(promise, () => check(async () => openMemoryState()));
});
