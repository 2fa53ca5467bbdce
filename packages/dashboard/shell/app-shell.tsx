import { Suspense, type ReactNode } from 'react';
import { Tooltips } from '#shell/tooltips/tooltips.tsx';
import { RememberContext } from './context-bar/page-context.tsx';
import { Keyboard } from './keyboard/keyboard.tsx';
import { ShowPreferences } from '#features/preferences/own-preferences.ts';
import { LiveConnection } from './live/live-connection.tsx';
import { Palette } from './palette/palette.tsx';
import { PrefetchByIntent } from './prefetch/prefetch-by-intent.tsx';
import { Toaster } from '#features/toast/toaster.tsx';
import { KeepFocus } from './keep-focus.tsx';
import { Denied } from './denied.tsx';
import { FocusOnArrival } from './focus-on-arrival.tsx';
import { BottomBar, Sidebar } from './sidebar.tsx';
import { SkipLinks } from './skip-links.tsx';

/** The frame of every signed-in page: navigation, palette, shortcuts and live updates. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <SkipLinks />
      <Sidebar />
      {children}
      <BottomBar />
      <ShowPreferences />
      <Toaster />
      <Palette />
      <Keyboard />
      <LiveConnection />
      <PrefetchByIntent />
      <Tooltips />
      <KeepFocus />
      <Suspense fallback={null}>
        <Denied />
        <FocusOnArrival />
        <RememberContext />
      </Suspense>
    </div>
  );
}
