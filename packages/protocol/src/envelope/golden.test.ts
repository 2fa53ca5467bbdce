import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../json.ts';
import { readEnvelope } from './read.ts';

const folder = join(import.meta.dirname, '../../../../tests/golden/envelopes');

/** `file`, …, `item_types` (`event,attachment`, containers with their count: `logx5`) of the recording's index. */
const recorded = readFileSync(join(folder, 'index.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'))
  .map((columns) => ({ file: columns[0]!, itemTypes: columns[3]! }));

test('the index names every recorded envelope', () => {
  expect(recorded.length).toBeGreaterThan(600);
  expect(recorded.map(({ file }) => file).sort()).toEqual(
    readdirSync(folder)
      .filter((name) => name.endsWith('.envelope'))
      .sort(),
  );
});

test('every envelope that a real SDK sent is read without a fault, with the items it was recorded with', () => {
  for (const { file, itemTypes } of recorded) {
    const envelope = readEnvelope(readFileSync(join(folder, file)));
    expect(envelope.broken, file).toBeNull();
    const types = envelope.items.map(
      (item) => item.type + (/vnd\.sentry\.items/.test(item.contentType ?? '') ? `x${item.itemCount}` : ''),
    );
    expect(types.join(','), file).toBe(itemTypes);
    expect(
      envelope.items.map((item) => item.kind),
      file,
    ).toEqual(envelope.items.map((item) => item.type));
    for (const item of envelope.items.filter(({ kind }) => kind === 'event' || kind === 'transaction')) {
      expect(parseJson(item.payload), file).toMatchObject({ ok: true });
    }
  }
});
