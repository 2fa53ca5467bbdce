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
 * The viewer with all organizations of the session, once per request. Use it only for the account itself: resource names are
 * ambiguous across organizations. It may be anonymous; queries refuse that.
 */
export const accountViewer = cache(async (): Promise<Viewer> => {
  // Pages with a session are never prerendered.
  await connection();
  // Flush the shell first: queries of the state store return synchronously and would delay it.
  await setImmediate();
  return runtime().query.viewerOfSession(await ownSessionCookie(), await clientAddress());
});

/** The account user, or a redirect to the sign-in page. */
export const me = cache(async (): Promise<Me> => {
  const account = await accountViewer();
  const user = await runtime().query.me(account);
  return user ?? toSignIn();
});

/**
 * The viewer within one organization: the selected one, or the one that has the resource in the URL.
 */
export const viewer = cache(async (): Promise<Viewer> => viewerOn((await headers()).get(pathHeader) ?? ''));

/** The viewer within the organization that the page at `href` shows. */
export async function viewerOn(href: string): Promise<Viewer> {
  const [all, selected] = [await accountViewer(), await selectedOrganization()];
  if (all.memberships.length < 2) return all;
  const [path = '', search] = href.split('?', 2);
  const resource = resourceOf(path, search);
  return (resource && (await viewerOfResource(all, selected, resource))) ?? within(all, inOrder(all, selected)[0]!);
}

/** The organization that the page shows. Actions of the page are bound to it. */
export async function organizationId(): Promise<number> {
  return (await viewer()).memberships[0]?.organizationId ?? 0;
}

/** Redirects to the sign-in page, which returns to the requested path. */
async function toSignIn(): Promise<never> {
  const path = (await headers()).get(pathHeader);
  return redirect(path ? `/sign-in?next=${encodeURIComponent(path)}` : '/sign-in');
}

const nothingHere = new Set<string>(['not-found', 'invalid', 'forbidden']);

/** Runs a query for the page's organization. Refusals become the sign-in page or a 404. */
export async function runQuery<T>(query: (viewer: Viewer) => Promise<T>): Promise<T> {
  try {
    return await query(await viewer());
  } catch (error) {
    if (isRefusal(error) && error.code === 'not-signed-in') return toSignIn();
    if (isRefusal(error) && nothingHere.has(error.code)) notFound();
    throw error;
  }
}

/** Whether the viewer has a permission, in the given organization or the one that the page shows. */
export async function may(permission: PermissionName, organization?: { id: number }): Promise<boolean> {
  const { memberships } = organization ? await accountViewer() : await viewer();
  return memberships.some(
    ({ organizationId, role }) =>
      (!organization || organization.id === organizationId) && runtime().rolesWith(permission).includes(role),
  );
}

/** The permissions of these entries that the viewer lacks. */
export async function denied(those: readonly { permission?: PermissionName }[]): Promise<PermissionName[]> {
  const permissions = [...new Set(those.flatMap(({ permission }) => permission ?? []))];
  const allowed = await Promise.all(permissions.map((permission) => may(permission)));
  return permissions.filter((_, index) => !allowed[index]);
}

/** "owners and admins": the roles with a permission, highest first. */
export function rolesFor(permission: PermissionName): string {
  return new Intl.ListFormat('en-GB').format(
    runtime()
      .rolesWith(permission)
      .map((role) => `${role}s`),
  );
}

/** Why a form is read-only, or `null` if the viewer has the permission. */
export async function readOnlyReason(
  permission: PermissionName,
  organization?: { id: number },
): Promise<string | null> {
  if (await may(permission, organization)) return null;
  return `Only ${rolesFor(permission)} can change this.`;
}

/** The viewer’s projects, once per request. */
export const visibleProjects = cache((): Promise<ProjectView[]> =>
  runQuery((viewer) => runtime().query.listProjects(viewer)),
);

/** All projects except the one for Seismo’s own errors. */
export async function reportingProjects(): Promise<ProjectView[]> {
  const [projects, ownDsn] = await Promise.all([visibleProjects(), runtime().ownDsn()]);
  return ownDsn === null ? projects : projects.filter(({ dsn }) => dsn !== ownDsn);
}
