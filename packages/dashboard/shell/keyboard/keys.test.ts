import { expect, test } from 'vitest';
import { keys, keyLabels } from './keys.ts';

test('no two commands share a key or a name, except with the waterfall, which goes first', () => {
  const ofPages = keys.filter(({ scope }) => scope !== 'waterfall');
  expect(new Set(ofPages.map((key) => key.keys)).size).toBe(ofPages.length);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length);
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
