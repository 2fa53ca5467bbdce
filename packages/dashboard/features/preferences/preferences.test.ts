import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  firstScript,
  preferencesText,
  readPreferences,
  unsaved,
  defaultPreferences,
  type FirstPreferences,
} from './preferences.ts';

const all: FirstPreferences[] = [{ theme: 'system' as const }, { theme: 'light' as const }, { theme: 'dark' as const }]
  .flatMap((some) => [true, false].map((letterKeys) => ({ ...defaultPreferences, ...some, letterKeys })))
  .flatMap((some) => (['wide', 'narrow'] as const).map((sidebar) => ({ ...some, sidebar })))
  .flatMap((some) => (['comfortable', 'compact'] as const).map((density) => ({ ...some, density })))
  .flatMap((some) => (['local', 'utc'] as const).map((zone) => ({ ...some, zone })))
  .flatMap((some) => (['hidden', 'shown'] as const).map((facets) => ({ ...some, facets })));

test('preferences are read from the cookie as they were written', () => {
  expect(all).toHaveLength(96);
  for (const preferences of all)
    expect(readPreferences(`a=1; seismo_preferences=${preferencesText(preferences)}; b=2`)).toEqual(preferences);
});

test('unsaved preferences are read as well', () => {
  for (const preferences of all)
    expect(readPreferences(`seismo_preferences=${preferencesText(preferences)}${unsaved}`)).toEqual(preferences);
});

test('the cookie of an older Seismo is read, and new preferences have their default', () => {
  expect(readPreferences('seismo_preferences=dark.off')).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    letterKeys: false,
  });
  expect(readPreferences('seismo_preferences=system.on')).toEqual(defaultPreferences);
});

test('without a valid cookie, preferences have their default', () => {
  for (const cookies of [
    '',
    'seismo_preferences=',
    'seismo_preferences=red.large',
    'seismo_preferences=constructor.',
    'seismo_preferences=dark off',
    'my_seismo_preferences=dark.off',
    'a=seismo_preferences=dark.off',
  ])
    expect(readPreferences(cookies)).toEqual(defaultPreferences);
});

/** The attributes of the document after the script at its top ran. */
function attributesOf(cookie: string): Record<string, string> {
  const page = { cookie, documentElement: { dataset: {} as Record<string, string> } };
  runInNewContext(firstScript, { document: page });
  return page.documentElement.dataset;
}

test("the page starts with the cookie's preferences", () => {
  for (const preferences of all) {
    const { letterKeys, ...visible } = preferences;
    const isChosen = ([name, value]: [string, string]) => value !== defaultPreferences[name as keyof FirstPreferences];
    expect(attributesOf(`a=1; seismo_preferences=${preferencesText(preferences)}; b=2`), String(letterKeys)).toEqual(
      Object.fromEntries(Object.entries(visible).filter(isChosen)),
    );
  }
  expect(attributesOf('seismo_preferences=light.off')).toEqual({ theme: 'light' });
});

test.each(['', 'seismo_preferences=red.on', 'seismo_preferences=constructor.on', 'x=seismo_preferences=dark.on'])(
  'the page ignores the cookie %j',
  (cookie) => expect(attributesOf(cookie)).toEqual({}),
);
