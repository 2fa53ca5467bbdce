import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENVELOPE_ITEM_COUNT_MAX } from '../limits.ts';
import { EnvelopeError } from './envelope.ts';
import { readEnvelope } from './read.ts';

/**
 * Mutates real envelopes. fast-check shrinks and prints counterexamples; put their bytes into `regressions/`, which the
 * first test reads.
 */
const FUZZ_RUNS = Number(process.env['FUZZ_RUNS'] ?? 20_000);
const goldenFolder = join(import.meta.dirname, '../../../../tests/golden/envelopes');
const regressionsFolder = join(import.meta.dirname, 'regressions');

const envelopesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.envelope'))
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name))));

/** Rules for any bytes. */
function checkRules(bytes: Uint8Array): void {
  let envelope;
  try {
    envelope = readEnvelope(bytes);
  } catch (error) {
    if (error instanceof EnvelopeError) return;
    throw error;
  }
  let payloadBytes = 0;
  for (const item of envelope.items) payloadBytes += item.payload.length;
  expect(payloadBytes).toBeLessThanOrEqual(bytes.length);
  expect(envelope.items.length).toBeLessThanOrEqual(ENVELOPE_ITEM_COUNT_MAX);
  if (envelope.broken) expect(envelope.broken.offset).toBeLessThanOrEqual(bytes.length);
}

test('every regression holds', () => {
  const regressions = envelopesIn(regressionsFolder);
  expect(regressions.length).toBeGreaterThan(0);
  for (const bytes of regressions) checkRules(bytes);
});

test(
  `${FUZZ_RUNS} mutated real envelopes break no rule`,
  () => {
    const seeds = envelopesIn(goldenFolder).filter((bytes) => bytes.length < 20_000);
    const words = ['\n', '{', '}', '"length":', '"length":-1', '"length":1e9', '\\u0000', '__proto__', '{}\n', '[['];
    const mutation = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), at: fc.nat(), value: fc.nat({ max: 255 }) }),
      fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), count: fc.nat({ max: 400 }) }),
      fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), word: fc.constantFrom(...words) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(mutation, { maxLength: 8 }), (seed, mutations) => {
        let bytes = Buffer.from(seed);
        for (const change of mutations) {
          const at = change.at % (bytes.length + 1);
          if (change.kind === 'set') bytes[at] = change.value;
          else if (change.kind === 'cut')
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.count)]);
          else bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(change.word), bytes.subarray(at)]);
        }
        checkRules(bytes);
      }),
      { numRuns: FUZZ_RUNS },
    );
  },
  60_000 + FUZZ_RUNS * 5,
);
