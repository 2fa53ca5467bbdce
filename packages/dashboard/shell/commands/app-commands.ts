import { signOutHere } from '#features/auth/sign-out-here.ts';
import { changeZone } from '#features/preferences/change-zone.ts';
import { ownPreferences, setPreferences } from '#features/preferences/own-preferences.ts';
import { nextUndo, undo } from '#features/toast/toast.ts';
import { moveRow } from '../keyboard/rows.ts';
import { copy } from './copy.ts';
import type { Command } from './registry.ts';

/** Commands of every page. The palette lists them under "Actions". */
export const appCommands: readonly Command[] = [
  {
    id: 'theme-dark',
    label: 'Theme: dark',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'dark' }),
  },
  {
    id: 'theme-light',
    label: 'Theme: light',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'light' }),
  },
  {
    id: 'theme-system',
    label: 'Theme: system',
    words: 'switch colors appearance',
    run: () => setPreferences({ theme: 'system' }),
  },
  {
    id: 'sidebar-narrow',
    label: 'Collapse sidebar',
    words: 'narrow navigation icons hide',
    run: () => setPreferences({ sidebar: 'narrow' }),
  },
  {
    id: 'sidebar-wide',
    label: 'Expand sidebar',
    words: 'wide navigation names show',
    run: () => setPreferences({ sidebar: 'wide' }),
  },
  {
    id: 'rows-compact',
    label: 'List density: compact',
    words: 'rows height dense small',
    run: () => setPreferences({ density: 'compact' }),
  },
  {
    id: 'rows-comfortable',
    label: 'List density: comfortable',
    words: 'rows height tall',
    run: () => setPreferences({ density: 'comfortable' }),
  },
  { id: 'times-utc', label: 'Time zone: UTC', words: 'times exact absolute clock', run: () => changeZone('utc') },
  { id: 'times-local', label: 'Time zone: local', words: 'times exact absolute local', run: () => changeZone('local') },
  { id: 'copy-url', label: 'Copy page URL', words: 'link address share', run: () => void copy('URL', location.href) },
  { id: 'sign-out', label: 'Sign out', words: 'log out leave', run: () => void signOutHere() },
];

/** Undoes the last action, while there is one. */
export function undoCommands(): Command[] {
  const text = nextUndo();
  return text === null ? [] : [{ id: 'undo', label: `Undo: ${text}`, words: 'revert back', run: () => void undo() }];
}

/** Commands of every page that only make sense with a key. */
export const keyCommands: readonly Command[] = [
  { id: 'down', label: 'Next row', run: () => moveRow(1) },
  { id: 'up', label: 'Previous row', run: () => moveRow(-1) },
  { id: 'zone', label: 'Switch between local time and UTC', run: () => changeZone() },
  {
    id: 'sidebar',
    label: 'Toggle sidebar',
    run: () => setPreferences({ sidebar: ownPreferences().sidebar === 'narrow' ? 'wide' : 'narrow' }),
  },
];
