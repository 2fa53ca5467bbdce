import type { Preferences, Viewer } from '@seismo/server';
import { NextResponse, type NextRequest } from 'next/server';
import { isEventWord, readEventText } from '#features/issue/event/event-id.ts';
import { eventPath } from '#features/issue/event/event-params.ts';
import { preferencesCookie, preferencesText, unsaved } from '#features/preferences/preferences.ts';
import { staticPage } from '#ui/states/static-page.ts';
import { unavailable } from '#ui/states/unavailable.ts';
import { invalidLink } from './features/share/invalid-link.ts';
import { cookieFlags, scriptReadable } from '#server/cookie-flags.ts';
import { inOrder, ORGANIZATION_COOKIE_AGE_S, organizationCookie, viewerOfResource } from '#server/organization.ts';
import { eventOf, pathHeader, resourceOf } from './server/resource.ts';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { pathOfSentry } from '#server/sentry-paths.ts';

/**
 * Redirects visitors without a session to the sign-in page before rendering. Not the security boundary: every query checks the
 * viewer. Missing resources answer 404 here, because a streaming page has already answered 200.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  try {
    return await route(request);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'unavailable') throw error;
    return page(unavailable, 503);
  }
}

async function route(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const sentryPath = pathOfSentry(pathname, search);
  if (sentryPath) return NextResponse.redirect(new URL(sentryPath.path, request.url));
  if (pathname.startsWith('/-/') && !runtime().gallery) return notFound(request);
  if (pathname.startsWith('/shared/')) return shared(request);
  const cookie = request.cookies.get('seismo_session')?.value ?? null;
  if (cookie !== null) {
    if (pathname === '/') return NextResponse.redirect(new URL('/issues', request.url));
    if (!isDocument(request)) return forward(request);
    const { query } = runtime();
    const viewer = await query.viewerOfSession(cookie, request.headers.get('x-seismo-address') || null);
    // File routes refuse an ended session themselves.
    if (viewer.userId === null && request.headers.get('accept')?.includes('text/html')) return toSignIn(request);
    return withPreferences(await query.preferences(viewer), request, await toResource(request, viewer));
  }
  return toSignIn(request);
}

/** To the page if its resource exists. A resource of another organization selects that organization. */
async function toResource(request: NextRequest, viewer: Viewer): Promise<NextResponse> {
  const resource = resourceOf(request.nextUrl.pathname, request.nextUrl.search);
  if (!resource || viewer.userId === null) return forward(request);
  const selected = Number(request.cookies.get(organizationCookie)?.value);
  const limited = await viewerOfResource(viewer, selected, resource);
  if (!limited) return notFound(request);
  const response = (await toEvent(request, limited)) ?? forward(request);
  const { organizationId } = limited.memberships[0]!;
  if (organizationId !== inOrder(viewer, selected)[0])
    response.cookies.set(organizationCookie, String(organizationId), {
      ...cookieFlags(runtime().publicUrl),
      maxAge: ORGANIZATION_COOKIE_AGE_S,
    });
  return response;
}

/** The answer for an event that does not exist or is in another issue, such as after a merge. */
async function toEvent(request: NextRequest, viewer: Viewer): Promise<NextResponse | null> {
  const { pathname, search } = request.nextUrl;
  const named = eventOf(pathname, search);
  if (!named || isEventWord(named.event)) return null;
  const eventId = readEventText(named.event);
  if (!eventId) return notFound(request);
  const issue = await runtime().query.issueOfEvent(viewer, named.issue, eventId).catch(unlessForbidden);
  if (issue === undefined) return null;
  if (!issue) return notFound(request);
  if ([issue.shortId, String(issue.id)].includes(named.issue.toUpperCase())) return null;
  return NextResponse.redirect(new URL(eventPath(issue.shortId, eventId) + search, request.url));
}

/** Passes the path to the page, which needs it if the session has ended by then. */
function forward(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set(pathHeader, pathname + search);
  return NextResponse.next({ request: { headers } });
}

/** To the sign-in page, which returns to the requested path. */
function toSignIn(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const signIn = new URL('/sign-in', request.url);
  if (pathname !== '/' && pathname !== '/issues') signIn.searchParams.set('next', pathname + search);
  return withPreferences(null, request, NextResponse.redirect(signIn));
}

/** Sets the preferences cookie, which a script reads before the first paint. */
function withPreferences(preferences: Preferences | null, request: NextRequest, response: NextResponse): NextResponse {
  const known = request.cookies.get(preferencesCookie)?.value;
  if (preferences === null && known !== undefined) response.cookies.delete(preferencesCookie);
  if (preferences !== null && known !== preferencesText(preferences) && !known?.endsWith(unsaved))
    response.cookies.set(preferencesCookie, preferencesText(preferences), {
      ...cookieFlags(runtime().publicUrl),
      ...scriptReadable,
    });
  return response;
}

/** The page says who may see it. */
function unlessForbidden(error: unknown): undefined {
  if (!isRefusal(error) || error.code !== 'forbidden') throw error;
}

/** No page has this path, so `app/global-not-found.tsx` answers under the requested URL. */
const notFound = (request: NextRequest) => NextResponse.rewrite(new URL('/missing', request.url));

/** Checks a share link before rendering: opens are rate limited, and every invalid link answers the same 404. */
async function shared(request: NextRequest): Promise<NextResponse> {
  const secret = request.nextUrl.pathname.split('/')[2] ?? '';
  try {
    const isOpen = await runtime().command.openShareLink(secret, request.headers.get('x-seismo-address') || null);
    if (isOpen) return NextResponse.next();
    return page(invalidLink, 404);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'too-many') throw error;
    return new NextResponse(error.message, { status: 429, headers: { 'Retry-After': '60' } });
  }
}

const page = (text: { title: string; text: string }, status: number) =>
  new NextResponse(staticPage(text), { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

/** Whether the request loads a page, not a part of one. */
function isDocument(request: NextRequest): boolean {
  return ['document', null].includes(request.headers.get('sec-fetch-dest'));
}

/** Everything but the framework’s files, the sign-in pages, and the route handlers, which check the session themselves. */
export const config = {
  matcher: [
    '/((?!(?:_next|attachments|exports|icon.svg|invitation|live|push-worker.js|read|setup|sign-in|slack|unsubscribe)(?:/|$)).*)',
  ],
};
