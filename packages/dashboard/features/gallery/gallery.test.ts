import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dashboard = join(import.meta.dirname, '../..');
const shown = globSync('features/gallery/*.tsx', { cwd: dashboard })
  .map((file) => readFileSync(join(dashboard, file), 'utf8'))
  .join('\n');

/** Shown by what they are parts of, on every page. */
const throughOthers = [
  'charts/plot.tsx',
  'ui/states/missing.tsx',
  'ui/states/what-to-do.tsx',
  'lib/time/exact-times.tsx',
  'ui/options.tsx',
  'ui/locked.tsx',
];

test('the gallery shows every part that pages are made of', () => {
  const parts = globSync('{charts,lib,ui}/**/*.tsx', { cwd: dashboard }).filter(
    (part) => !throughOthers.includes(part),
  );
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !shown.includes(`'#${part}'`))).toEqual([]);
});
