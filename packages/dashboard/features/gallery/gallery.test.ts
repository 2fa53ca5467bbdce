import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dashboard = join(import.meta.dirname, '../..');
const source = globSync('features/gallery/*.tsx', { cwd: dashboard })
  .map((file) => readFileSync(join(dashboard, file), 'utf8'))
  .join('\n');

/** Parts of other components, so every page shows them. */
const shownInsideOthers = [
  'charts/frame.tsx',
  'ui/states/not-found.tsx',
  'ui/states/error-boundary.tsx',
  'ui/states/error-help.tsx',
  'ui/select-fields.tsx',
  'ui/labeled.tsx',
  'ui/locked.tsx',
];

test('the gallery shows every part that pages are made of', () => {
  const parts = globSync('{charts,lib,ui}/**/*.tsx', { cwd: dashboard }).filter(
    (part) => !shownInsideOthers.includes(part),
  );
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !source.includes(`'#${part}'`))).toEqual([]);
});
