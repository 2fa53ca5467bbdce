import { leave } from '#features/auth/leave.ts';
import { trigger } from '../keyboard/commands.ts';
import { keys, keyLabels, type Command } from '../keyboard/keys.ts';
import { changeZone } from '#features/preferences/change-zone.ts';
import { setPreferences } from '#features/preferences/own-preferences.ts';
import { toast } from '#features/toast/toast.ts';
import type { Entry } from './entry.ts';

/** What the page that is open can do now: the same commands as the keys give. */
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

/** What can be done anywhere. */
export const actions: (Entry & { words: string })[] = [
  { id: 'theme dark', name: 'Theme: dark', words: 'switch colours', run: () => setPreferences({ theme: 'dark' }) },
  { id: 'theme light', name: 'Theme: light', words: 'switch colours', run: () => setPreferences({ theme: 'light' }) },
  {
    id: 'theme system',
    name: 'Theme: as the system',
    words: 'switch colours',
    run: () => setPreferences({ theme: 'system' }),
  },
  {
    id: 'rail narrow',
    name: 'Rail: narrow',
    words: 'collapse sidebar navigation icons hide',
    run: () => setPreferences({ rail: 'narrow' }),
  },
  {
    id: 'rail wide',
    name: 'Rail: wide',
    words: 'expand sidebar navigation names show',
    run: () => setPreferences({ rail: 'wide' }),
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
    name: 'Times: as the clocks go here',
    words: 'zone exact absolute local',
    run: () => changeZone('local'),
  },
  {
    id: 'copy address',
    name: 'Copy the address of this page',
    words: 'link url share',
    run: () => copy('The address', location.href),
  },
  { id: 'sheet', name: 'Show the keys', words: 'keyboard shortcuts help', run: () => void trigger('sheet') },
  { id: 'sign out', name: 'Sign out', words: 'log out leave', run: leave },
];

export function dsnEntries(found: { name: string; dsn: string }[]): Entry[] {
  return found.map(({ name, dsn }) => ({
    id: `dsn ${dsn}`,
    name: `Copy the DSN of ${name}`,
    detail: 'DSN',
    run: () => copy(`The DSN of ${name}`, dsn),
  }));
}

async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: `${what} is copied.` });
  } catch {
    toast({ text: `${what} could not be copied: the browser did not allow it.` });
  }
}
