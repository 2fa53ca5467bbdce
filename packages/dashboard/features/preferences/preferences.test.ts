import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { preferencesText, readPreferences, themeScript } from './preferences.ts';

test('preferences are read from the cookie as they were written', () => {
  for (const theme of ['system', 'light', 'dark'] as const) {
    for (const letterKeys of [true, false]) {
      const preferences = { theme, letterKeys };
      expect(readPreferences(`a=1; seismo_preferences=${preferencesText(preferences)}; b=2`)).toEqual(preferences);
    }
  }
});

test('without the cookie, or with another one, it is as for everybody', () => {
  const usual = { theme: 'system', letterKeys: true };
  for (const cookies of [
    '',
    'seismo_preferences=',
    'seismo_preferences=red.off',
    'my_seismo_preferences=dark.off',
    'a=seismo_preferences=dark.off',
  ])
    expect(readPreferences(cookies)).toEqual(usual);
});

test.each([
  ['a=1; seismo_preferences=dark.on', 'dark'],
  ['seismo_preferences=light.off; b=2', 'light'],
  ['seismo_preferences=system.on', undefined],
  ['seismo_preferences=red.on', undefined],
  ['', undefined],
])('the page that says %j begins with the theme %s', (cookie, theme) => {
  const page = { cookie, documentElement: { dataset: {} as { theme?: string } } };
  runInNewContext(themeScript, { document: page });
  expect(page.documentElement.dataset.theme).toBe(theme);
});
