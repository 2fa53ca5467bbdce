'use client';

import { ErrorPage, type FallbackProps } from '@seismo/nextjs/error';

export default function ShopErrorPage(props: FallbackProps) {
  return <ErrorPage {...props} feedback />;
}
