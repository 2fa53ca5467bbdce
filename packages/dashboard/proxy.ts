import type { Preferences, Viewer } from '@seismo/server';
import { NextResponse, type NextRequest } from 'next/server';
import { preferencesCookie, preferencesText, unsaved } from '#features/preferences/preferences.ts';
import { nothingPage } from '#features/share/nothing-page.ts';
import { cookieFlags, scriptReadable } from '#server/cookie-flags.ts';
import { inOrder, ORGANIZATION_COOKIE_AGE_S, organizationCookie, viewerOfResource } from '#server/organization.ts';
import { pathHeader, resourceOf } from './server/resource.ts';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { pathOfSentry } from '#server/sentry-paths.ts';

/**
 * Sends people without a session to the sign-in page before anything renders. This is manners, not the lock: the
 * queries behind every page check the viewer themselves. What is not there is answered with 404 here, since a page that
 * has begun to stream is a 200 already.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const sentrys = pathOfSentry(pathname, search);
  if (sentrys) return NextResponse.redirect(new URL(sentrys.path, request.url));
  if (pathname.startsWith('/-/') && !runtime().gallery) return nowhere(request);
  if (pathname.startsWith('/shared/')) return shared(request);
  const cookie = request.cookies.get('seismo_session')?.value ?? null;
  if (cookie !== null) {
    if (pathname === '/') return NextResponse.redirect(new URL('/issues', request.url));
    if (!isDocument(request)) return onwards(request);
    const { query } = runtime();
    const viewer = await query.viewerOfSession(cookie, request.headers.get('x-seismo-address') || null);
    // A file of one whose session ended is refused by itself.
    if (viewer.userId === null && request.headers.get('accept')?.includes('text/html')) return toDoor(request);
    return saying(await query.preferences(viewer), request, await toPlace(request, viewer));
  }
  return toDoor(request);
}

/** To the page, if what its address names is there. What only another organization has selects that one. */
async function toPlace(request: NextRequest, viewer: Viewer): Promise<NextResponse> {
  const place = resourceOf(request.nextUrl.pathname, request.nextUrl.search);
  if (!place || viewer.userId === null) return onwards(request);
  const selected = Number(request.cookies.get(organizationCookie)?.value);
  const asking = await viewerOfResource(viewer, selected, place);
  if (!asking) return nowhere(request);
  const response = onwards(request);
  const { organizationId } = asking.memberships[0]!;
  if (organizationId !== inOrder(viewer, selected)[0])
    response.cookies.set(organizationCookie, String(organizationId), {
      ...cookieFlags(runtime().publicUrl),
      maxAge: ORGANIZATION_COOKIE_AGE_S,
    });
  return response;
}

/** Says to the page which one it is: the session may have ended by then. */
function onwards(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set(pathHeader, pathname + search);
  return NextResponse.next({ request: { headers } });
}

/** To the sign-in page, and back to the place that was asked for. */
function toDoor(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const signIn = new URL('/sign-in', request.url);
  if (pathname !== '/' && pathname !== '/issues') signIn.searchParams.set('next', pathname + search);
  return saying(null, request, NextResponse.redirect(signIn));
}

/** The page is written before it is known whose it is; preferences go along in a cookie, and are there before the page. */
function saying(preferences: Preferences | null, request: NextRequest, response: NextResponse): NextResponse {
  const known = request.cookies.get(preferencesCookie)?.value;
  if (preferences === null && known !== undefined) response.cookies.delete(preferencesCookie);
  if (preferences !== null && known !== preferencesText(preferences) && !known?.endsWith(unsaved))
    response.cookies.set(preferencesCookie, preferencesText(preferences), {
      ...cookieFlags(runtime().publicUrl),
      ...scriptReadable,
    });
  return response;
}

/** There is no page of this name, on purpose: `app/global-not-found.tsx` answers, under the address that was asked for. */
const nowhere = (request: NextRequest) => NextResponse.rewrite(new URL('/missing', request.url));

/** Asked before a page is made: who opens how many is counted, and every link that leads to nothing is a 404 alike. */
async function shared(request: NextRequest): Promise<NextResponse> {
  const secret = request.nextUrl.pathname.split('/')[2] ?? '';
  try {
    const isOpen = await runtime().command.openShareLink(secret, request.headers.get('x-seismo-address') || null);
    if (isOpen) return NextResponse.next();
    return new NextResponse(nothingPage, { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return new NextResponse(error.message, { status: 429, headers: { 'Retry-After': '60' } });
  }
}

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
    '/error-codes/:path*',
    '/help/:path*',
    '/releases/:path*',
    '/projects/:path*',
    '/stats/:path*',
    '/settings/:path*',
    '/organizations/:path*',
    '/orgredirect/:path*',
    '/shared/:path*',
  ],
};
