'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { withCurrentContext } from '../context-bar/page-context.tsx';
import { lazyDialog } from '../lazy-dialog.tsx';
import { changeZone } from '#features/preferences/change-zone.ts';
import { ownPreferences } from '#features/preferences/own-preferences.ts';
import { toast } from '#features/toast/toast.ts';
import { canTrigger, trigger, isToolbarLoading, isTyping, moveRow, selectRange } from './commands.ts';
import { requiredRoles } from './denied.ts';
import { keys, type Key } from './keys.ts';

const KeySheet = lazyDialog(async () => (await import('./key-sheet.tsx')).KeySheet);

/** Handles the shortcuts of `keys.ts`, except while the user types. Single-letter shortcuts can be turned off. */
export function Keyboard() {
  const router = useRouter();
  const [sheet, setSheet] = useState(false);
  const close = () => setSheet(false);
  useEffect(() => {
    const act = (key: Key): boolean => {
      const roles = requiredRoles(key.permission);
      if (roles) toast({ text: `Only ${roles} can do this.` });
      else if (key.href) router.push(withCurrentContext(key.href) as Route);
      else if (key.id === 'sheet') setSheet(true);
      else if (key.id === 'down') return moveRow(1);
      else if (key.id === 'up') return moveRow(-1);
      else if (key.id === 'select-to') return selectRange();
      else if (key.scope === 'issue' && isToolbarLoading()) whenThere(key.id);
      // Rows have no assign button: select the row and use the toolbar.
      else if (key.id === 'assign' && !canTrigger('assign') && trigger('select')) whenThere('assign');
      else if (!trigger(key.id)) {
        if (key.id !== 'search') return false;
        router.push(withCurrentContext('/issues') as Route);
        whenThere('search');
      }
      return true;
    };
    const bindings = keys
      .filter((key) => key.id !== 'open')
      // Where `?` is typed with Shift, the modifier is part of the key.
      .flatMap((key) => (key.keys === '?' ? [key, { ...key, keys: 'Shift+?' }] : [key]))
      .map((key) => [
        key.keys,
        (event: KeyboardEvent) => {
          const letter = !key.keys.startsWith('$mod');
          if (letter && (isTyping(event.target) || !ownPreferences().letterKeys)) return;
          if (act(key)) event.preventDefault();
        },
      ]);
    // By default tinykeys ignores fields; the palette must open from a search field, and letters must work after a checkbox.
    const ignore = ({ repeat, isComposing }: KeyboardEvent) => repeat || isComposing;
    return tinykeys(window, Object.fromEntries(bindings), { ignore });
  }, [router]);
  return (
    <>
      <button
        type="button"
        hidden
        aria-label="Show keyboard shortcuts"
        data-command="sheet"
        onClick={() => setSheet(true)}
      />
      <button type="button" hidden aria-label="Switch time zone" data-command="zone" onClick={() => changeZone()} />
      <KeySheet open={sheet} onClose={close} />
    </>
  );
}

const RETRY_MS = 50;
const RETRY_COUNT_MAX = 200;

/** Triggers a command once the page or toolbar that handles it has loaded. */
function whenThere(command: string, tries = 0): void {
  if (tries < RETRY_COUNT_MAX && !trigger(command)) setTimeout(() => whenThere(command, tries + 1), RETRY_MS);
}
