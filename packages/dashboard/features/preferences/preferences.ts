import type { Preferences } from '@seismo/server';

/** The preferences that the first paint needs. */
export type FirstPreferences = Omit<Preferences, 'issueColumns' | 'eventColumns' | 'issueRows'>;

/** The defaults of a new account. */
export const defaultPreferences: FirstPreferences = {
  theme: 'system',
  letterKeys: true,
  sidebar: 'wide',
  density: 'comfortable',
  zone: 'local',
  facets: 'hidden',
};

/** The account's preferences, sent with every page: a script reads them before the first paint. Not secret. */
export const preferencesCookie = 'seismo_preferences';

/** `dark.on.wide.compact.local.shown`. Each word belongs to one preference, so old cookies stay readable. */
export const preferencesText = ({ theme, letterKeys, sidebar, density, zone, facets }: FirstPreferences): string =>
  [theme, letterKeys ? 'on' : 'off', sidebar, density, zone, facets].join('.');

/**
 * Marks the cookie until the account has saved the preference: a page that loads meanwhile would bring the old value
 * back, and the next page sends the new one again.
 */
export const unsaved = '.unsaved';

const cookiePattern = new RegExp(`(?:^|; )${preferencesCookie}=([a-z.]+)(?:;|$)`);

/** Of all cookies of the document. */
export const readPreferencesText = (cookies: string): string => cookiePattern.exec(cookies)?.[1] ?? '';

export function readPreferences(cookies: string): FirstPreferences {
  const words = new Set(readPreferencesText(cookies).split('.'));
  return {
    theme: words.has('dark') ? 'dark' : words.has('light') ? 'light' : 'system',
    letterKeys: !words.has('off'),
    sidebar: words.has('narrow') ? 'narrow' : 'wide',
    density: words.has('compact') ? 'compact' : 'comfortable',
    zone: words.has('utc') ? 'utc' : 'local',
    facets: words.has('shown') ? 'shown' : 'hidden',
  };
}

/**
 * Attributes of the document (`data-theme="dark"`) for preferences that differ from the default; styles and scripts
 * read them.
 */
export const documentPreferences = [
  'theme',
  'sidebar',
  'density',
  'zone',
  'facets',
] as const satisfies (keyof FirstPreferences)[];

const words: Record<string, (typeof documentPreferences)[number]> = {
  light: 'theme',
  dark: 'theme',
  narrow: 'sidebar',
  compact: 'density',
  utc: 'zone',
  shown: 'facets',
};

/**
 * Runs before the first paint, so that the page does not change after it. Without an account, the system's preferences
 * apply.
 */
export const firstScript = `(function(){var m=/${cookiePattern.source}/.exec(document.cookie),w=${JSON.stringify(words)};if(m)m[1].split('.').forEach(function(x){if(Object.hasOwn(w,x))document.documentElement.dataset[w[x]]=x})})()`;
