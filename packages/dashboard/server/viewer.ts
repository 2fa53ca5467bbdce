import type { Me, Viewer } from '@seismo/server';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { isRefusal } from './refusal.ts';
import { runtime } from './runtime.ts';
import { clientAddress, ownCookie } from './session.ts';

/** Who looks at this page, once per request. Anonymous viewers are allowed: queries refuse them by themselves. */
export const viewer = cache(async (): Promise<Viewer> => {
  // Nothing behind a session is ever rendered ahead of a request.
  await connection();
  return runtime().query.viewerOfSession(await ownCookie(), await clientAddress());
});

/** The signed-in person, or a redirect to the sign-in page. */
export const me = cache(async (): Promise<Me> => {
  const asking = await viewer();
  const person = await runtime().query.me(asking);
  return person ?? redirect('/sign-in');
});

const nothingHere = new Set<string>(['not-found', 'invalid', 'forbidden']);

/** The answer to a page's question; refusals become the pages that people know. */
export async function ask<T>(question: (viewer: Viewer) => Promise<T>): Promise<T> {
  try {
    return await question(await viewer());
  } catch (error) {
    if (isRefusal(error) && error.code === 'not-signed-in') redirect('/sign-in');
    if (isRefusal(error) && nothingHere.has(error.code)) notFound();
    throw error;
  }
}
