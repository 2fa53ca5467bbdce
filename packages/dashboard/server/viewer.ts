import { setImmediate } from 'node:timers/promises';
import type { PermissionName, Me, ProjectView, Viewer } from '@seismo/server';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { inOrder, viewerOfResource, within } from './organization.ts';
import { pathHeader, resourceOf } from './resource.ts';
import { isRefusal } from './refusal.ts';
import { runtime } from './runtime.ts';
import { clientAddress, ownSessionCookie, selectedOrganization } from './session.ts';

/**
 * Who is signed in, once per request, with all organizations that the session reaches. For what concerns the person alone:
 * names of things mean nothing here, since two organizations may use the same. Anonymous viewers are allowed: queries refuse
 * them by themselves.
 */
export const accountViewer = cache(async (): Promise<Viewer> => {
  // Nothing behind a session is ever rendered ahead of a request.
  await connection();
  // What was, leaves now: state answers at once, and the socket's turn would only come after all of it.
  await setImmediate();
  return runtime().query.viewerOfSession(await ownSessionCookie(), await clientAddress());
});

/** The signed-in person, or a redirect to the sign-in page. */
export const me = cache(async (): Promise<Me> => {
  const account = await accountViewer();
  const person = await runtime().query.me(account);
  return person ?? toSignIn();
});

/**
 * Who looks at this page: within one organization, and no other. It is the one that is selected, unless the page's address
 * names something that only another one has.
 */
export const viewer = cache(async (): Promise<Viewer> => {
  const [all, selected] = [await accountViewer(), await selectedOrganization()];
  if (all.memberships.length < 2) return all;
  const [path = '', search] = (await headers()).get(pathHeader)?.split('?', 2) ?? [];
  const place = resourceOf(path, search);
  return (place && (await viewerOfResource(all, selected, place))) ?? within(all, inOrder(all, selected)[0]!);
});

/** The organization that the page shows: what actions of the page are bound to. */
export async function organizationId(): Promise<number> {
  return (await viewer()).memberships[0]?.organizationId ?? 0;
}

/** To the sign-in page, and back to the place that was asked for. */
async function toSignIn(): Promise<never> {
  const place = (await headers()).get(pathHeader);
  return redirect(place ? `/sign-in?next=${encodeURIComponent(place)}` : '/sign-in');
}

const nothingHere = new Set<string>(['not-found', 'invalid', 'forbidden']);

/** The answer to a page's question, about the organization that it shows. Refusals become the pages that people know. */
export async function runQuery<T>(question: (viewer: Viewer) => Promise<T>): Promise<T> {
  try {
    return await question(await viewer());
  } catch (error) {
    if (isRefusal(error) && error.code === 'not-signed-in') return toSignIn();
    if (isRefusal(error) && nothingHere.has(error.code)) notFound();
    throw error;
  }
}

/** Whether the person may do it in this organization; in the one that the page shows, if none is named. Pages offer no more. */
export async function may(permission: PermissionName, organization?: { id: number }): Promise<boolean> {
  const { memberships } = organization ? await accountViewer() : await viewer();
  return memberships.some(
    ({ organizationId, role }) =>
      (!organization || organization.id === organizationId) && runtime().rolesWith(permission).includes(role),
  );
}

/** Those of them that the person may not do. */
export async function denied(those: readonly { permission?: PermissionName }[]): Promise<PermissionName[]> {
  const permissions = [...new Set(those.flatMap(({ permission }) => permission ?? []))];
  const allowed = await Promise.all(permissions.map((permission) => may(permission)));
  return permissions.filter((_, index) => !allowed[index]);
}

/** "owners and admins": the roles that may, from the most to the least. */
export function rolesFor(permission: PermissionName): string {
  return new Intl.ListFormat('en-GB').format(
    runtime()
      .rolesWith(permission)
      .map((role) => `${role}s`),
  );
}

/** Why a form is only to be read, in a sentence; nothing for who may. */
export async function readOnlyReason(
  permission: PermissionName,
  organization?: { id: number },
): Promise<string | null> {
  if (await may(permission, organization)) return null;
  return `Only ${rolesFor(permission)} can change this.`;
}

/** What the rail, the bar and the page itself ask for, once per request. */
export const visibleProjects = cache((): Promise<ProjectView[]> =>
  runQuery((viewer) => runtime().query.listProjects(viewer)),
);

/** Those that people send to: all but the one in which this server reports on itself. */
export async function reportingProjects(): Promise<ProjectView[]> {
  const [projects, ownDsn] = await Promise.all([visibleProjects(), runtime().ownDsn()]);
  return ownDsn === null ? projects : projects.filter(({ dsn }) => dsn !== ownDsn);
}
