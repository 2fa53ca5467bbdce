'use client';

import { useLayoutEffect, useSyncExternalStore } from 'react';
import { notifyZoneChange } from '#lib/time/zone.ts';
import { toast } from '#features/toast/toast.ts';
import { savePreferences } from './actions.ts';
import {
  preferencesCookie,
  preferencesText,
  readPreferences,
  readPreferencesText,
  documentPreferences,
  unsaved,
  defaultPreferences,
  type FirstPreferences,
} from './preferences.ts';

const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** The preferences of the signed-in user. */
export const ownPreferences = (): FirstPreferences => readPreferences(document.cookie);

/** `first`: the server's values, for parts that must be right before hydration. */
export function useOwnPreference<Name extends keyof FirstPreferences>(
  name: Name,
  first = defaultPreferences,
): FirstPreferences[Name] {
  return useSyncExternalStore(
    subscribe,
    () => ownPreferences()[name],
    () => first[name],
  );
}

/** Applies preferences immediately and saves them with the account. */
export function setPreferences(change: Partial<FirstPreferences>): void {
  const next = { ...ownPreferences(), ...change };
  writeCookie(preferencesText(next) + unsaved);
  show(next);
  changed.dispatchEvent(new Event('change'));
  save(change);
}

function save(change: Partial<FirstPreferences>): void {
  const showSaveError = () => toast({ text: 'Your preference could not be saved. Try again in a moment.' });
  const text = readCookie();
  const savedPreference = () => {
    // Another choice may be on its way.
    if (readCookie() === text) writeCookie(preferencesText(ownPreferences()));
  };
  void savePreferences(change).then(({ ok }) => (ok ? savedPreference() : showSaveError()), showSaveError);
}

const readCookie = (): string => readPreferencesText(document.cookie);

function writeCookie(text: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${preferencesCookie}=${text}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** Signing in and out does not reload the document. */
export function ShowPreferences() {
  useLayoutEffect(() => {
    show(ownPreferences());
    if (readCookie().endsWith(unsaved)) save(ownPreferences());
    return () => show(defaultPreferences);
  }, []);
  return null;
}

function show(preferences: FirstPreferences): void {
  const { dataset } = document.documentElement;
  for (const name of documentPreferences) {
    if (preferences[name] === defaultPreferences[name]) delete dataset[name];
    else dataset[name] = preferences[name];
  }
  notifyZoneChange();
}
