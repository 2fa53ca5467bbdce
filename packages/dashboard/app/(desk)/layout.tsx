import { Suspense, type ReactNode } from 'react';
import { LocalTimes } from '#components/time/local-times.tsx';
import { FocusOnArrival } from '#features/frame/focus-on-arrival.tsx';
import { FootBar, Rail } from '#features/frame/rail.tsx';
import { Keyboard } from '#features/keyboard/keyboard.tsx';
import { LiveConnection } from '#features/live/live-connection.tsx';
import { Palette } from '#features/palette/palette.tsx';
import { PrefetchByIntent } from '#features/prefetch/prefetch-by-intent.tsx';
import { Toaster } from '#features/toast/toaster.tsx';

export default function DeskLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <Rail />
      {children}
      <FootBar />
      <Toaster />
      <Palette />
      <Keyboard />
      <LiveConnection />
      <PrefetchByIntent />
      <LocalTimes />
      <Suspense fallback={null}>
        <FocusOnArrival />
      </Suspense>
    </div>
  );
}
