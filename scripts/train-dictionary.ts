import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvelope } from '@seismo/protocol';
import type { OrganizationId, ProjectId, StoredEvent } from '@seismo/protocol';
import { culpritOf, headlineOf } from '../packages/server/src/domain/normalize/headline.ts';
import { pipeline } from '../packages/server/src/signals/steps.ts';
import { newWork } from '../packages/server/src/pipeline/work.ts';
import type { Origin } from '../packages/server/src/pipeline/work.ts';

/**
 * Trains a dictionary for event bodies (docs/decisions/0006-stored-bodies.md): `node scripts/train-dictionary.ts 2` writes
 * dictionary-2.ts, for the list in dictionaries.ts. Never overwrite a released dictionary: stored bodies need it. Uses the
 * zstd command (Debian's package zstd; 1.5.4 for number 1).
 */
const DICTIONARY_BYTES = 16 * 1024;

const root = join(import.meta.dirname, '..');
const number = Number(process.argv[2]);
if (!Number.isInteger(number) || number < 1 || number > 39)
  throw new Error('Say the number of the dictionary, 1 to 39.');

/** Excludes the golden envelopes of @sentry/node, which the benchmark sends and whose programs share source. */
const samples = [
  ...eventsIn(join(root, 'packages/main/demo/envelopes')),
  ...eventsIn(join(root, 'tests/golden/envelopes'), (file) => !file.startsWith('node--')),
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
function eventsIn(path: string, wanted: (file: string) => boolean = () => true): StoredEvent[] {
  const origin: Origin = {
    organizationId: 1 as OrganizationId,
    projectId: 1 as ProjectId,
    keyId: 1,
    receivedAtMs: Date.UTC(2026, 10, 21, 12),
    clientAddress: '192.0.2.1',
    userAgent: null,
    eventId: null,
    sentAtMs: null,
    inferIp: null,
  };
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.envelope') && wanted(file))
    .toSorted();
  const items = files.flatMap((file) => readEnvelope(readFileSync(join(path, file))).items);
  return items
    .filter(({ kind }) => kind === 'event')
    .flatMap((item) => {
      const work = newWork(item, origin);
      const steps = Object.values(pipeline.event).slice(0, -1);
      if (steps.some((step) => step(work) !== null)) return [];
      const event = work.payload!;
      return [{ event, grouping: work.grouping!, title: headlineOf(event).title, culprit: culpritOf(event) }];
    });
}
