import type { Preferences } from '@seismo/server';

/** Those that are known before anything is shown. */
export type FirstPreferences = Pick<Preferences, 'theme' | 'letterKeys'>;

/** They are the account's, told to the browser with every page: a script reads it before the first paint. No secret. */
export const preferencesCookie = 'seismo_preferences';

/** `dark.on`: the theme, and whether single letters are shortcuts. */
export const preferencesText = ({ theme, letterKeys }: FirstPreferences): string =>
  `${theme}.${letterKeys ? 'on' : 'off'}`;

const said = new RegExp(`(?:^|; )${preferencesCookie}=(system|light|dark)\\.(on|off)(?:;|$)`);

export function readPreferences(cookies: string): FirstPreferences {
  const [, theme = 'system', letterKeys] = said.exec(cookies) ?? [];
  return { theme: theme as Preferences['theme'], letterKeys: letterKeys !== 'off' };
}

/** Runs before the first paint, so that no other theme flashes. Without an account the system says. */
export const themeScript = `(function(){var m=/(?:^|; )${preferencesCookie}=(light|dark)\\./.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})()`;
