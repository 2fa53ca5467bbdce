import { Suspense, type ReactNode } from 'react';
import { ExactTimes } from '#components/time/exact-times.tsx';
import { KeepChosen } from '#features/context-bar/use-carry.tsx';
import { Keyboard } from '#features/keyboard/keyboard.tsx';
import { ShowPreferences } from '#features/preferences/own-preferences.ts';
import { LiveConnection } from '#features/live/live-connection.tsx';
import { Palette } from '#features/palette/palette.tsx';
import { PrefetchByIntent } from '#features/prefetch/prefetch-by-intent.tsx';
import { Toaster } from '#features/toast/toaster.tsx';
import { FocusKept } from './focus-kept.tsx';
import { Denied } from './denied.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { FootBar, Rail } from './rail.tsx';

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
