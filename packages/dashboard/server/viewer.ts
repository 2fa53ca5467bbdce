import { setImmediate } from 'node:timers/promises';
import type { Me, ProjectView, Viewer } from '@seismo/server';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
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
  return person ?? redirect('/sign-in');
});

/** The same person, with the one organization that they chose to look at; with all of theirs if it is none of them. */
export const shownViewer = cache(async (): Promise<Viewer> => {
  const [all, slug] = [await viewer(), await shownOrganization()];
  if (slug === null || all.memberships.length < 2) return all;
  const { organizations } = await me();
  const shown = organizations.find((organization) => organization.slug === slug);
  return shown ? { ...all, memberships: all.memberships.filter((one) => one.organizationId === shown.id) } : all;
});

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
    if (isRefusal(error) && error.code === 'not-signed-in') redirect('/sign-in');
    if (isRefusal(error) && nothingHere.has(error.code)) notFound();
    throw error;
  }
}

/** What the rail, the bar and the page itself ask for, once per request. */
export const shownProjects = cache((): Promise<ProjectView[]> => ask((viewer) => runtime().query.listProjects(viewer)));

/** Those that people send to: all but the one in which this server reports on itself. */
export async function sendingProjects(): Promise<ProjectView[]> {
  const [projects, ownDsn] = await Promise.all([shownProjects(), runtime().ownDsn()]);
  return ownDsn === null ? projects : projects.filter(({ dsn }) => dsn !== ownDsn);
}
