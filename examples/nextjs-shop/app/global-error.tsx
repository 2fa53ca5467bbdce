'use client';

import { GlobalErrorPage, type FallbackProps } from '@seismo/nextjs/error';

export default function GlobalError(props: FallbackProps) {
  return <GlobalErrorPage {...props} feedback />;
}
