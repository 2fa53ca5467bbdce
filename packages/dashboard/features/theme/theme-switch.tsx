'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { themeCookie, type Theme } from './theme.ts';

const changed = new EventTarget();
const order: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const looks = { system: Monitor, light: Sun, dark: Moon };
const words = { system: 'As the system', light: 'Light', dark: 'Dark' };

const current = (): Theme => {
  const set = document.documentElement.dataset.theme;
  return set === 'light' || set === 'dark' ? set : 'system';
};
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Remembered for a year. */
export function chooseTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
  changed.dispatchEvent(new Event('change'));
}

/** Goes round: as the system, light, dark. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, current, () => 'system' as const);
  const Icon = looks[theme];
  return (
    <button
      type="button"
      onClick={() => chooseTheme(order[theme])}
      aria-label={`Theme: ${words[theme]}. Change`}
      title={`Theme: ${words[theme]}`}
      className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
