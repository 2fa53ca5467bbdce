import type { Metadata, Viewport } from 'next';
import { Suspense, type ReactNode } from 'react';
import { OwnReporting } from '#features/reporting/own-reporting.tsx';
import { firstScript } from '#features/preferences/preferences.ts';

export const documentMetadata: Metadata = {
  title: { default: 'Seismo', template: '%s · Seismo' },
  description: 'Error monitoring for your applications.',
  robots: { index: false, follow: false },
};

export const documentViewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  // No `colorScheme`: tokens.css has it. The router writes this tag again with every refresh, and the browser then recalculates the
  // style of every element.
};

/** The document of every page, the not-found page included. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
      </head>
      <body>
        {children}
        <Suspense fallback={null}>
          <OwnReporting />
        </Suspense>
      </body>
    </html>
  );
}
