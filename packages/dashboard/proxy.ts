import { NextResponse, type NextRequest } from 'next/server';
import { placeOf } from '#server/place.ts';
import { runtime } from '#server/runtime.ts';

/**
 * Sends people without a session cookie to the sign-in page before anything renders. This is manners, not the lock: the
 * queries behind every page check the viewer themselves. What is not there is answered with 404 here, since a page that
 * has begun to stream is a 200 already.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith('/-/') && !runtime().gallery) return nowhere(request);
  const cookie = request.cookies.get('seismo_session')?.value ?? null;
  if (cookie !== null) {
    if (pathname === '/') return NextResponse.redirect(new URL('/issues', request.url));
    const place = isDocument(request) ? placeOf(pathname) : null;
    if (!place) return NextResponse.next();
    const { query } = runtime();
    const viewer = await query.viewerOfSession(cookie, request.headers.get('x-seismo-address') || null);
    // Who is not signed in any more is led to the door by the page.
    const isThere = viewer.userId === null || (await query.isThere(viewer, place.kind, place.name));
    return isThere ? NextResponse.next() : nowhere(request);
  }
  const signIn = new URL('/sign-in', request.url);
  if (pathname !== '/' && pathname !== '/issues') signIn.searchParams.set('next', pathname + search);
  return NextResponse.redirect(signIn);
}

/** There is no page of this name, on purpose: `app/not-found.tsx` answers, under the address that was asked for. */
const nowhere = (request: NextRequest) => NextResponse.rewrite(new URL('/missing', request.url));

/** A page that is opened, and no part of one that is asked for from within another. */
function isDocument(request: NextRequest): boolean {
  return ['document', null].includes(request.headers.get('sec-fetch-dest'));
}

export const config = {
  matcher: [
    '/',
    '/-/:path*',
    '/issues/:path*',
    '/feedback/:path*',
    '/releases/:path*',
    '/projects/:path*',
    '/stats/:path*',
    '/settings/:path*',
  ],
};
