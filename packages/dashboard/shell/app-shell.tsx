import { Suspense, type ReactNode } from 'react';
import { ExactTimes } from '#lib/time/exact-times.tsx';
import { KeepChosen } from './context-bar/use-context.tsx';
import { Keyboard } from './keyboard/keyboard.tsx';
import { ShowPreferences } from '#features/preferences/own-preferences.ts';
import { LiveConnection } from './live/live-connection.tsx';
import { Palette } from './palette/palette.tsx';
import { PrefetchByIntent } from './prefetch/prefetch-by-intent.tsx';
import { Toaster } from '#features/toast/toaster.tsx';
import { FocusKept } from './focus-kept.tsx';
import { Denied } from './denied.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { FootBar, Rail } from './sidebar.tsx';

/** What stands around every page behind the door. */
export function Desk({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <Rail />
      {children}
      <FootBar />
      <ShowPreferences />
      <Toaster />
      <Palette />
      <Keyboard />
      <LiveConnection />
      <PrefetchByIntent />
      <ExactTimes />
      <FocusKept />
      <Suspense fallback={null}>
        <Denied />
        <FocusOnArrival />
        <KeepChosen />
      </Suspense>
    </div>
  );
}
