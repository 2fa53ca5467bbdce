'use client';

import { ErrorPage, type FallbackProps } from '@seismo/nextjs/error';

export default function Fallen(props: FallbackProps) {
  return <ErrorPage {...props} feedback />;
}
