'use client';

import { useSyncExternalStore } from 'react';

const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Single letters as shortcuts get in the way of speech input (WCAG 2.1.4): they can be switched off. */
export function LetterKeys() {
  const on = useSyncExternalStore(
    subscribe,
    () => !document.cookie.includes('seismo_keys=off'),
    () => true,
  );
  return (
    <label className="flex items-center gap-2.5 text-13">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          document.cookie = `seismo_keys=${event.target.checked ? 'on' : 'off'}; path=/; max-age=31536000; samesite=lax`;
          changed.dispatchEvent(new Event('change'));
        }}
        className="accent-[var(--accent)]"
      />
      Single letters are shortcuts
    </label>
  );
}
