'use client';

import { useLayoutEffect, useSyncExternalStore } from 'react';
import { tellZone } from '#components/time/zone.ts';
import { toast } from '#features/toast/toast.ts';
import { savePreferences } from './actions.ts';
import {
  preferencesCookie,
  preferencesText,
  readPreferences,
  shownByDocument,
  usual,
  type FirstPreferences,
} from './preferences.ts';

const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** The preferences of the person who is signed in. */
export const ownPreferences = (): FirstPreferences => readPreferences(document.cookie);

export function useOwnPreference<Name extends keyof FirstPreferences>(name: Name): FirstPreferences[Name] {
  return useSyncExternalStore(
    subscribe,
    () => ownPreferences()[name],
    () => usual[name],
  );
}

/** Here at once, and with the account in every browser. */
export function setPreferences(change: Partial<FirstPreferences>): void {
  const next = { ...ownPreferences(), ...change };
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${preferencesCookie}=${preferencesText(next)}; path=/; max-age=31536000; samesite=lax${secure}`;
  show(next);
  changed.dispatchEvent(new Event('change'));
  const isNotKept = () => toast({ text: 'It could not be kept with your account. Try again in a moment.' });
  void savePreferences(change).then(({ ok }) => ok || isNotKept(), isNotKept);
}

/** Somebody who signs in or out does so without a new document. */
export function ShowPreferences() {
  useLayoutEffect(() => {
    show(ownPreferences());
    return () => show(usual);
  }, []);
  return null;
}

function show(preferences: FirstPreferences): void {
  const { dataset } = document.documentElement;
  for (const name of shownByDocument) {
    if (preferences[name] === usual[name]) delete dataset[name];
    else dataset[name] = preferences[name];
  }
  tellZone();
}
