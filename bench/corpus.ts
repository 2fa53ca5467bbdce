import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const golden = join(import.meta.dirname, '../tests/golden/envelopes');

/** Errors recorded from @sentry/node: about 16 KB each, and one of 69 KB. */
const recorded = {
  typical: [
    'node--11.12.0--error-cause-chain.02-event.envelope',
    'node--11.12.0--error-breadcrumb-overflow.02-event.envelope',
    'node--9.47.2--error-cause-chain.02-event.envelope',
  ],
  large: ['node--11.12.0--error-deep-recursion.02-event.envelope'],
} as const;

export type CorpusName = keyof typeof recorded;

/** Writes the corpus with placeholders for event ID and user ID; returns the files and their mean size in bytes. */
export function corpus(name: CorpusName, folder: string): { files: string[]; meanBytes: number } {
  const files = recorded[name].map((file, index) => {
    const lines = readFileSync(join(golden, file), 'latin1').split('\n');
    const eventId = (JSON.parse(lines[0]!) as { event_id: string }).event_id;
    const target = join(folder, `${name}-${index}.envelope`);
    // The recording is old. Without `sent_at`, the server uses the event's time, which becomes the current time.
    const header = lines[0]!.replace(/"sent_at":"[^"]*"/, `"sent_at":"${new Date().toISOString()}"`);
    const event = JSON.stringify({
      ...(JSON.parse(lines[2]!) as object),
      timestamp: Date.now() / 1000,
      user: { id: '%USER_ID%' },
    });
    writeFileSync(
      target,
      [header, lines[1], event, ...lines.slice(3)].join('\n').replaceAll(eventId, '%EVENT_ID%'),
      'latin1',
    );
    return target;
  });
  const bytes = files.map((file) => readFileSync(file).length);
  return { files, meanBytes: Math.round(bytes.reduce((sum, size) => sum + size, 0) / bytes.length) };
}
