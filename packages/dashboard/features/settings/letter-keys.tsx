'use client';

import { useSyncExternalStore } from 'react';
import { lettersOff, switchLetters } from '#features/keyboard/letters.ts';

const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

export function LetterKeys() {
  const on = useSyncExternalStore(
    subscribe,
    () => !lettersOff(),
    () => true,
  );
  return (
    <label className="flex items-center gap-2.5 text-13">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          switchLetters(event.target.checked);
          changed.dispatchEvent(new Event('change'));
        }}
        className="accent-[var(--accent)]"
      />
      Single letters are shortcuts
    </label>
  );
}
