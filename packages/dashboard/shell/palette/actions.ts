import { signOutHere } from '#features/auth/sign-out-here.ts';
import { trigger } from '../keyboard/commands.ts';
import { keys, keyLabels, type Command } from '../keyboard/keys.ts';
import { changeZone } from '#features/preferences/change-zone.ts';
import { setPreferences } from '#features/preferences/own-preferences.ts';
import { toast } from '#features/toast/toast.ts';
import type { Entry } from './entry.ts';

/** The commands that the open page handles, as the keys do. */
export function commandEntries(commands: readonly Command[], apple: boolean): Entry[] {
  return commands.map(({ id, label }) => {
    const key = keys.find((each) => each.id === id);
    return {
      id: `command ${id}`,
      name: label,
      ...(key && { keys: keyLabels(key, apple) }),
      run: () => void trigger(id),
    };
  });
}

/** Actions that work on every page. */
export const actions: (Entry & { words: string })[] = [
  {
    id: 'theme dark',
    name: 'Theme: dark',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'dark' }),
  },
  {
    id: 'theme light',
    name: 'Theme: light',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'light' }),
  },
  {
    id: 'theme system',
    name: 'Theme: system',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'system' }),
  },
  {
    id: 'sidebar narrow',
    name: 'Collapse sidebar',
    words: 'narrow navigation icons hide',
    run: () => setPreferences({ sidebar: 'narrow' }),
  },
  {
    id: 'sidebar wide',
    name: 'Expand sidebar',
    words: 'wide navigation names show',
    run: () => setPreferences({ sidebar: 'wide' }),
  },
  {
    id: 'rows compact',
    name: 'Rows: compact',
    words: 'density lists dense small',
    run: () => setPreferences({ density: 'compact' }),
  },
  {
    id: 'rows comfortable',
    name: 'Rows: comfortable',
    words: 'density lists tall',
    run: () => setPreferences({ density: 'comfortable' }),
  },
  { id: 'times utc', name: 'Times: UTC', words: 'zone exact absolute clock', run: () => changeZone('utc') },
  {
    id: 'times local',
    name: 'Times: local',
    words: 'zone exact absolute local',
    run: () => changeZone('local'),
  },
  {
    id: 'copy address',
    name: 'Copy page URL',
    words: 'link url share',
    run: () => copy('URL', location.href),
  },
  { id: 'sheet', name: 'Show keyboard shortcuts', words: 'keyboard shortcuts help', run: () => void trigger('sheet') },
  { id: 'sign out', name: 'Sign out', words: 'log out leave', run: signOutHere },
];

export function dsnEntries(found: { name: string; dsn: string }[]): Entry[] {
  return found.map(({ name, dsn }) => ({
    id: `dsn ${dsn}`,
    name: `Copy DSN of ${name}`,
    detail: 'DSN',
    run: () => copy(`DSN of ${name}`, dsn),
  }));
}

async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: `${what} copied` });
  } catch {
    toast({ text: `${what} not copied: the browser denied access to the clipboard` });
  }
}
