import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as theirs from '@sentry/browser';
import { expect, test } from 'vitest';
import * as ours from '../../packages/browser/src/index.ts';

/** Users who migrate from @sentry/browser look up each name in these tables. */

type Answer = 'same' | 'different' | 'not there';

function rows(): [name: string, answer: Answer][] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/browser.md'), 'utf8');
  const start = text.indexOf('| export of `@sentry/browser` | here | |');
  const lines = text.slice(start, text.indexOf('\n\n', start)).split('\n').slice(2);
  return lines.flatMap((line) => {
    const [, names = '', answer = ''] = line.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]): [string, Answer] => [name!, answer.trim() as Answer]);
  });
}

test('docs/browser.md lists every export of @sentry/browser once', () => {
  const named = rows().map(([name]) => name);
  expect(named.toSorted((one, other) => one.localeCompare(other))).toEqual(
    Object.keys(theirs).toSorted((one, other) => one.localeCompare(other)),
  );
});

test('docs/browser.md matches the exports', () => {
  const mine: Record<string, unknown> = ours;
  const their: Record<string, unknown> = theirs;
  for (const [name, answer] of rows()) {
    expect([name, name in mine]).toEqual([name, answer !== 'not there']);
    if (answer !== 'not there') expect([name, typeof mine[name]]).toEqual([name, typeof their[name]]);
  }
});
