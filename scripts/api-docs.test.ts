import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withGeneratedParts } from './api-docs.ts';

test('the generated parts of docs/api.md are up to date; "node scripts/api-docs.ts" writes them', async () => {
  const text = await readFile(new URL('../docs/api.md', import.meta.url), 'utf8');
  expect(text).toContain('<!-- generated: reads -->');
  expect(withGeneratedParts(text)).toBe(text);
});
