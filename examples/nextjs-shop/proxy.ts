import { withProxyErrors } from '@seismo/nextjs';
import { NextResponse, type NextRequest } from 'next/server';

/** Old addresses of products lead to the new ones. */
export const proxy = withProxyErrors((request: NextRequest): NextResponse => {
  const id = request.nextUrl.searchParams.get('sku');
  if (id === null) throw new TypeError('The old address names no product');
  return NextResponse.redirect(new URL(`/products/${encodeURIComponent(id)}`, request.url));
});

export const config = { matcher: '/old-products' };
