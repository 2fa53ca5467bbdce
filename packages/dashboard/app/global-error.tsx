'use client';

import { BrokenPage } from '#ui/states/broken-page.tsx';
import { firstScript } from '#features/preferences/preferences.ts';
import '../styles/app.css';

export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <title>Application error · Seismo</title>
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
      </head>
      <body>
        <main>
          <BrokenPage error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
