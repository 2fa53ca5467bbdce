'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { safeNext } from '#server/next-path.ts';
import { clientAddress, keepSession, sessionCookie } from '#server/session.ts';

export async function signIn(_before: Result | null, form: FormData): Promise<Result> {
  const result = await attempt(async () => {
    const input = {
      email: text(form, 'email').trim(),
      password: text(form, 'password'),
      address: await clientAddress(),
    };
    await keepSession(await runtime().command.signIn(input));
  });
  if (result.ok) redirect(safeNext(text(form, 'next')) as '/issues');
  return result;
}

/** A one-time link signs in only on this press: programs that look at links beforehand must not use it up. */
export async function signInByLink(link: string, _before: Result | null): Promise<Result> {
  let firstRun = false;
  const result = await attempt(async () => {
    const signedIn = await runtime().command.signInByLink(link);
    if (signedIn === 'first-run') firstRun = true;
    else await keepSession(signedIn);
  });
  if (!result.ok) return result;
  redirect(firstRun ? `/setup?link=${encodeURIComponent(link)}` : '/issues');
}

export async function setUp(_before: Result | null, form: FormData): Promise<Result> {
  const result = await attempt(async () => {
    const input = {
      email: text(form, 'email').trim(),
      name: text(form, 'name').trim(),
      password: text(form, 'password'),
    };
    await keepSession(await runtime().command.setUp(text(form, 'link'), input));
  });
  if (result.ok) redirect('/projects/new');
  return result;
}

export async function signOut(): Promise<void> {
  const jar = await cookies();
  const cookie = jar.get(sessionCookie)?.value;
  if (cookie) await runtime().command.signOut(cookie);
  jar.delete(sessionCookie);
  redirect('/sign-in');
}
