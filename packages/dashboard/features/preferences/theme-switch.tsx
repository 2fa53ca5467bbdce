'use client';

import type { Preferences } from '@seismo/server';
import { Monitor, Moon, Sun } from 'lucide-react';
import { setPreferences, useOwnPreference } from './own-preferences.ts';

type Theme = Preferences['theme'];

const order: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { system: Monitor, light: Sun, dark: Moon };
const words = { system: 'system', light: 'light', dark: 'dark' };

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const theme = useOwnPreference('theme');
  const Icon = icons[theme];
  return (
    <button
      type="button"
      onClick={() => setPreferences({ theme: order[theme] })}
      aria-label={`Theme: ${words[theme]}`}
      title={`Theme: ${words[theme]}`}
      className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
