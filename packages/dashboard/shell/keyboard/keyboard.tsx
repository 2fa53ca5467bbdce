'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { ownPreferences } from '#features/preferences/own-preferences.ts';
import { toast } from '#features/toast/toast.ts';
import { appCommands, keyCommands, undoCommands } from '../commands/app-commands.ts';
import { isFieldAwaited, runCommand, runWhenProvided, type Command } from '../commands/registry.ts';
import { findSearchField } from '../commands/search-input.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { withCurrentContext } from '../context-bar/page-context.tsx';
import { arrivedAtMs } from '../focus-on-arrival.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import { requiredRoles } from './denied.ts';
import { isTyping } from './is-typing.ts';
import { keys, type Key } from './keys.ts';
import { focusCurrentRow } from './rows.ts';

const KeySheet = lazyDialog(async () => (await import('./key-sheet.tsx')).KeySheet);

/** The comment field may still be loading. The user types next, so other letters are ignored meanwhile. */
const COMMENT_MS_MAX = 1500;
/** The parts of an opened page hydrate one after the other. A key that comes before its part waits. */
const OPENING_MS = 3000;

/** Handles the shortcuts of `keys.ts`, except while the user types. Single-letter shortcuts can be turned off. */
export function Keyboard() {
  const router = useRouter();
  const [sheet, setSheet] = useState(false);
  const openSheet: Command = {
    id: 'sheet',
    label: 'Show keyboard shortcuts',
    words: 'keyboard shortcuts help',
    run: () => setSheet(true),
  };
  useCommands('app', () => ({ name: 'Actions', commands: [...undoCommands(), ...appCommands, openSheet] }));
  useCommands('app', () => ({ name: null, commands: keyCommands }));

  useEffect(() => {
    const act = (key: Key): boolean => {
      const roles = requiredRoles(key.permission);
      if (roles) toast({ text: `Only ${roles} can do this.` });
      else if (key.href) router.push(withCurrentContext(key.href) as Route);
      else if (key.id === 'comment')
        runWhenProvided(key.id, { waitMs: COMMENT_MS_MAX, path: location.pathname, isField: true });
      else if (runCommand(key.id)) return true;
      else if (key.id === 'search') {
        const field = findSearchField();
        // A field with the focus hydrates before it takes a letter.
        if (field) field.focus();
        else router.push(withCurrentContext('/issues') as Route);
        runWhenProvided('search', { isField: !field });
      } else if (isLoading() || performance.now() < arrivedAtMs() + OPENING_MS) {
        runWhenProvided(key.id, { path: location.pathname });
      } else return false;
      return true;
    };
    const bindings = keys
      .filter((key) => key.id !== 'open')
      // Where `?` is typed with Shift, the modifier is part of the key.
      .flatMap((key) => (key.keys === '?' ? [key, { ...key, keys: 'Shift+?' }] : [key]))
      .map((key) => [
        key.keys,
        (event: KeyboardEvent) => {
          if (event.defaultPrevented) return;
          if (key.keys === 'Escape') return escape(event);
          const letter = !key.keys.startsWith('$mod');
          if (letter && (isTyping(event.target) || isFieldAwaited() || !ownPreferences().letterKeys)) return;
          if (act(key)) event.preventDefault();
        },
      ]);
    // By default tinykeys ignores fields; the palette must open from a search field, and letters must work after a checkbox.
    const ignore = ({ repeat, isComposing }: KeyboardEvent) => repeat || isComposing;
    return tinykeys(window, Object.fromEntries(bindings), { ignore });
  }, [router]);
  return <KeySheet open={sheet} onClose={() => setSheet(false)} />;
}

/** Whether a part of the page has not arrived, on a slow network for example. */
const isLoading = (): boolean =>
  [...document.querySelectorAll('.skeleton')].some((skeleton) => skeleton.checkVisibility());

/** Leaves the innermost: a dialog or menu (which handle it themselves), a field, a selection, the page of a list's row. */
function escape(event: KeyboardEvent): void {
  if (document.querySelector('[aria-modal]')?.checkVisibility()) return;
  if (isTyping(event.target)) focusCurrentRow();
  else if (!runCommand('leave')) return;
  event.preventDefault();
}
