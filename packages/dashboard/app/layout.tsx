import type { Metadata, Viewport } from 'next';
import { Suspense, type ReactNode } from 'react';
import { OwnReporting } from '#features/reporting/own-reporting.tsx';
import { themeScript } from '#features/theme/theme.ts';
import '../styles/app.css';

export const metadata: Metadata = {
  title: { default: 'Seismo', template: '%s · Seismo' },
  description: 'Errors of your applications, as they happen.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
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
