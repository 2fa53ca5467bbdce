'use client';

import { setPreferences, useOwnPreference } from './own-preferences.ts';
import type { FirstPreferences } from './preferences.ts';

/** Single-letter shortcuts interfere with speech input (WCAG 2.1.4), so they can be turned off. */
export function LetterKeys({ first }: { first: FirstPreferences }) {
  const on = useOwnPreference('letterKeys', first);
  return (
    <label className="flex items-center gap-2.5 text-13">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => setPreferences({ letterKeys: event.target.checked })}
        className="accent-[var(--accent)]"
      />
      Enable single-letter shortcuts
    </label>
  );
}
