'use client';

import { GlobalErrorPage } from '@seismo/nextjs/error';
import type { FallbackProps } from '@seismo/nextjs/error';

export default function GlobalError(props: FallbackProps) {
  return <GlobalErrorPage {...props} feedback />;
}
