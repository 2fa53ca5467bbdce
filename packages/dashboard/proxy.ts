import { NextResponse, type NextRequest } from 'next/server';

/**
 * Sends people without a session cookie to the sign-in page before anything renders. This is manners, not the lock: the
 * queries behind every page check the viewer themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (request.cookies.has('seismo_session')) {
    return pathname === '/' ? NextResponse.redirect(new URL('/issues', request.url)) : NextResponse.next();
  }
  const signIn = new URL('/sign-in', request.url);
  if (pathname !== '/' && pathname !== '/issues') signIn.searchParams.set('next', pathname + search);
  return NextResponse.redirect(signIn);
}

export const config = {
  matcher: ['/', '/issues/:path*', '/releases/:path*', '/projects/:path*', '/stats/:path*', '/settings/:path*'],
};
