import { setImmediate } from 'node:timers/promises';
import type { Deed, Me, ProjectView, Viewer } from '@seismo/server';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { placeHeader } from './place.ts';
import { isRefusal } from './refusal.ts';
import { runtime } from './runtime.ts';
import { clientAddress, ownCookie, shownOrganization } from './session.ts';

/** Who looks at this page, once per request. Anonymous viewers are allowed: queries refuse them by themselves. */
export const viewer = cache(async (): Promise<Viewer> => {
  // Nothing behind a session is ever rendered ahead of a request.
  await connection();
  // What was, leaves now: state answers at once, and the socket's turn would only come after all of it.
  await setImmediate();
  return runtime().query.viewerOfSession(await ownCookie(), await clientAddress());
});

/** The signed-in person, or a redirect to the sign-in page. */
export const me = cache(async (): Promise<Me> => {
  const asking = await viewer();
  const person = await runtime().query.me(asking);
  return person ?? toDoor();
});

/** The same person, with the one organization that they chose to look at; with all of theirs if it is none of them. */
export const shownViewer = cache(async (): Promise<Viewer> => {
  const [all, slug] = [await viewer(), await shownOrganization()];
  if (slug === null || all.memberships.length < 2) return all;
  const { organizations } = await me();
  const shown = organizations.find((organization) => organization.slug === slug);
  return shown ? { ...all, memberships: all.memberships.filter((one) => one.organizationId === shown.id) } : all;
});

/** To the sign-in page, and back to the place that was asked for. */
async function toDoor(): Promise<never> {
  const place = (await headers()).get(placeHeader);
  return redirect(place ? `/sign-in?next=${encodeURIComponent(place)}` : '/sign-in');
}

const nothingHere = new Set<string>(['not-found', 'invalid', 'forbidden']);

/**
 * The answer to a page's question, about the organization that is shown; what is not there is looked for in the person's
 * other ones, so that every link opens. Refusals become the pages that people know.
 */
export async function ask<T>(question: (viewer: Viewer) => Promise<T>): Promise<T> {
  const [all, shown] = [await viewer(), await shownViewer()];
  try {
    if (all === shown) return await question(all);
    return await question(shown).catch((error: unknown) => {
      if (isRefusal(error) && error.code === 'not-found') return question(all);
      throw error;
    });
  } catch (error) {
    if (isRefusal(error) && error.code === 'not-signed-in') return toDoor();
    if (isRefusal(error) && nothingHere.has(error.code)) notFound();
    throw error;
  }
}

/** Whether the person may do it in this organization; in one of those that are shown, if none is named. Pages offer no more. */
export async function may(deed: Deed, organization?: { id: number }): Promise<boolean> {
  const { memberships } = organization ? await viewer() : await shownViewer();
  return memberships.some(
    ({ organizationId, role }) =>
      (!organization || organization.id === organizationId) && runtime().rolesThat(deed).includes(role),
  );
}

/** Those of them that the person may not do. */
export async function denied(those: readonly { deed?: Deed }[]): Promise<Deed[]> {
  const deeds = [...new Set(those.flatMap(({ deed }) => deed ?? []))];
  const allowed = await Promise.all(deeds.map((deed) => may(deed)));
  return deeds.filter((_, index) => !allowed[index]);
}

/** "owners and admins": the roles that may, from the most to the least. */
export function whoMay(deed: Deed): string {
  return new Intl.ListFormat('en-GB').format(
    runtime()
      .rolesThat(deed)
      .map((role) => `${role}s`),
  );
}

/** Why a form is only to be read, in a sentence; nothing for who may. */
export async function lockOf(deed: Deed, organization?: { id: number }): Promise<string | null> {
  if (await may(deed, organization)) return null;
  return `${whoMay(deed)} change this.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** What the rail, the bar and the page itself ask for, once per request. */
export const shownProjects = cache((): Promise<ProjectView[]> => ask((viewer) => runtime().query.listProjects(viewer)));

/** Those that people send to: all but the one in which this server reports on itself. */
export async function sendingProjects(): Promise<ProjectView[]> {
  const [projects, ownDsn] = await Promise.all([shownProjects(), runtime().ownDsn()]);
  return ownDsn === null ? projects : projects.filter(({ dsn }) => dsn !== ownDsn);
}
