import { expect, test } from 'vitest';
import { keys } from './keys.ts';
import { keyLabels, shownKeys } from './shown-keys.ts';

test('no two commands share a key or a name, except with the waterfall, which goes first', () => {
  expect(new Set(keys.map((key) => key.keys)).size).toBe(keys.length);
  expect(new Set(shownKeys.map(({ id }) => id)).size).toBe(shownKeys.length);
});

test('keys are written as the platform writes them', () => {
  const palette = keys.find((key) => key.id === 'palette')!;
  expect(keyLabels(palette, true)).toEqual(['⌘', 'K']);
  expect(keyLabels(palette, false)).toEqual(['Ctrl', 'K']);
  expect(
    keyLabels(
      keys.find((key) => key.id === 'go-issues')!,
      false,
    ),
  ).toEqual(['g', 'i']);
  expect(
    keyLabels(
      keys.find((key) => key.id === 'select-to')!,
      false,
    ),
  ).toEqual(['Shift', 'X']);
});
