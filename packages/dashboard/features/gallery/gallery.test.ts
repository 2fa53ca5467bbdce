import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dashboard = join(import.meta.dirname, '../..');
const shown = globSync('features/gallery/*.tsx', { cwd: dashboard })
  .map((file) => readFileSync(join(dashboard, file), 'utf8'))
  .join('\n');

/** Shown by what they are parts of, on every page. */
const throughOthers = [
  'components/charts/plot.tsx',
  'components/states/missing.tsx',
  'components/states/what-to-do.tsx',
  'components/time/exact-times.tsx',
  'components/ui/choices.tsx',
  'components/ui/locked.tsx',
];

test('the gallery shows every part that pages are made of', () => {
  const parts = globSync('components/**/*.tsx', { cwd: dashboard }).filter((part) => !throughOthers.includes(part));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !shown.includes(`'#${part}'`))).toEqual([]);
});
