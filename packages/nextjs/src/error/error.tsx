'use client';

import { Fallback, type FallbackProps } from './fallback.tsx';

export { Fallback } from './fallback.tsx';
export { PagesErrorPage } from './pages-error.tsx';
export type { PagesErrorProps } from './pages-error.tsx';
export { useErrorPage } from './use-error-page.ts';
export type { ErrorPageState } from './use-error-page.ts';
/** @deprecated Use `useErrorPage` and `ErrorPageState`. The next release removes these names. */
export { useErrorPage as useFallenPage } from './use-error-page.ts';
export type { ErrorPageState as FallenPage } from './use-error-page.ts';
export type { FallbackProps } from './fallback.tsx';

/** `app/error.tsx`: `'use client'; export { ErrorPage as default } from '@seismo/nextjs/error';` */
export function ErrorPage(props: FallbackProps) {
  return <Fallback {...props} />;
}

/** For `app/global-error.tsx`, which replaces the root layout. */
export function GlobalErrorPage({ lang = 'en', ...props }: FallbackProps & { lang?: string }) {
  return (
    <html lang={lang}>
      <body>
        <title>Application error</title>
        <meta name="viewport" content="width=device-width" />
        <Fallback {...props} />
      </body>
    </html>
  );
}
