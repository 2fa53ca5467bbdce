import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvelope, type StoredEvent } from '@seismo/protocol';
import { Ended } from '../packages/server/src/pipeline/steps.ts';
import { eventSteps } from '../packages/server/src/signals/errors/steps.ts';
import { decodeBody } from '../packages/server/src/store/bodies/body.ts';
import { eventItem } from '../packages/server/src/testing/items.ts';

/**
 * Trains a dictionary for event bodies (docs/decisions/0006-stored-bodies.md): `node scripts/train-dictionary.ts 2` writes
 * dictionary-2.ts, for the list in dictionaries.ts. Never overwrite a released dictionary: stored bodies need it. Uses the
 * zstd command (Debian's package zstd; 1.5.4 for number 1).
 */
const DICTIONARY_BYTES = 16 * 1024;

const root = join(import.meta.dirname, '..');
const number = Number(process.argv[2]);
if (!Number.isInteger(number) || number < 1 || number > 39)
  throw new Error('Pass the number of the dictionary, 1 to 39.');

/** Excludes the golden envelopes of @sentry/node, which the benchmark sends and whose programs share source. */
const samples = [
  ...(await eventsIn(join(root, 'packages/main/demo/envelopes'))),
  ...(await eventsIn(join(root, 'tests/golden/envelopes'), (file) => !file.startsWith('node--'))),
];

const folder = mkdtempSync(join(tmpdir(), 'seismo-dictionary-'));
mkdirSync(join(folder, 'samples'));
samples.forEach((event, index) => writeFileSync(join(folder, 'samples', String(index)), JSON.stringify(event)));
const made = join(folder, 'dictionary');
execFileSync(
  'zstd',
  [
    '--train',
    '-q',
    '-1',
    '-r',
    join(folder, 'samples'),
    '-o',
    made,
    `--maxdict=${DICTIONARY_BYTES}`,
    `--dictID=${number}`,
  ],
  { stdio: 'inherit' },
);
writeFileSync(
  join(root, `packages/server/src/store/bodies/dictionary-${number}.ts`),
  `/** Made by scripts/train-dictionary.ts. Never to be changed: bodies in databases need it. */\nexport const dictionary${number} =\n  '${readFileSync(made).toString('base64')}';\n`,
);
rmSync(folder, { recursive: true });
console.log(`dictionary-${number}.ts is made of ${samples.length} events.`);

/** Events in their stored form. */
async function eventsIn(path: string, wanted: (file: string) => boolean = () => true): Promise<StoredEvent[]> {
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.envelope') && wanted(file))
    .toSorted();
  const items = files.flatMap((file) => readEnvelope(readFileSync(join(path, file))).items);
  const events = items.filter(({ kind }) => kind === 'event');
  const prepared = await Promise.all(events.map(({ payload }) => eventSteps.run(eventItem(payload))));
  return Promise.all(prepared.flatMap((event) => (event instanceof Ended ? [] : [decodeBody(event.row.body)])));
}
