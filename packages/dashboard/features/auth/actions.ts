'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Passkey } from './passkey.ts';
import { text } from '#ui/form-text.ts';
import { preferencesCookie } from '../preferences/preferences.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { safeNext } from '#server/next-path.ts';
import { accountViewer } from '#server/viewer.ts';
import {
  challengeCookie,
  clientAddress,
  setChallengeCookie,
  setSessionCookie,
  setSignOnCookie,
  sessionCookie,
  signOnCookie,
  clientInfo,
} from '#server/session.ts';

export async function signIn(_before: Result | null, form: FormData): Promise<Result> {
  let codeRequired = false;
  const result = await runCommand(async () => {
    const input = { email: text(form, 'email').trim(), password: text(form, 'password') };
    const answer = await runtime().command.signIn(input, await clientInfo());
    if ('challenge' in answer) {
      await setChallengeCookie(answer);
      codeRequired = true;
    } else await setSessionCookie(answer);
  });
  if (!result.ok) return result;
  const next = safeNext(text(form, 'next'));
  redirect((codeRequired ? `/sign-in/code?next=${encodeURIComponent(next)}` : next) as '/issues');
}

/** The second step, after the password was right. */
export async function signInByCode(_before: Result | null, form: FormData): Promise<Result> {
  const jar = await cookies();
  const result = await runCommand(async () => {
    const challenge = jar.get(challengeCookie)?.value ?? '';
    await setSessionCookie(await runtime().command.signInByCode(challenge, text(form, 'code'), await clientInfo()));
    jar.delete({ name: challengeCookie, path: '/sign-in' });
  });
  if (result.ok) redirect(safeNext(text(form, 'next')) as '/issues');
  return result;
}

/** Leaves for the identity provider of an organization. */
export async function beginSignOn(organizationId: number, next: string, _before: Result | null): Promise<Result> {
  let url = '';
  const result = await runCommand(async () => {
    const started = await runtime().command.beginSingleSignOn(organizationId, await clientAddress());
    await setSignOnCookie(started, safeNext(next));
    ({ url } = started);
  });
  if (result.ok) redirect(url as '/issues');
  return result;
}

/** Finishes single sign-on; `search` is the provider's response. */
export async function finishSignOn(organizationId: number, search: string): Promise<Result> {
  const jar = await cookies();
  const { flowState, next } = readSignOn(jar.get(signOnCookie)?.value);
  let codeRequired = false;
  const result = await runCommand(async () => {
    const returned = { organizationId, flowState, search };
    const answer = await runtime().command.finishSingleSignOn(await accountViewer(), returned, await clientInfo());
    jar.delete({ name: signOnCookie, path: '/sign-in' });
    if (answer === 'connected') return;
    if ('challenge' in answer) {
      await setChallengeCookie(answer);
      codeRequired = true;
    } else await setSessionCookie(answer);
  });
  if (result.ok)
    redirect((codeRequired ? `/sign-in/code?next=${encodeURIComponent(safeNext(next))}` : safeNext(next)) as '/issues');
  return result;
}

function readSignOn(cookie = '{}'): { flowState: string; next: unknown } {
  try {
    const { flowState, next } = JSON.parse(cookie) as Record<string, unknown>;
    return { flowState: typeof flowState === 'string' ? flowState : '', next };
  } catch {
    return { flowState: '', next: undefined };
  }
}

export async function beginPasskeySignIn() {
  return runtime().command.beginPasskeySignIn();
}

export async function signInByPasskey(response: Passkey, next: string): Promise<Result> {
  const result = await runCommand(async () => {
    await setSessionCookie(await runtime().command.signInByPasskey(response, await clientInfo()));
  });
  if (result.ok) redirect(safeNext(next) as '/issues');
  return result;
}

/** Only this press uses a one-time link, because programs open links in advance. */
export async function signInByLink(link: string, _before: Result | null): Promise<Result> {
  let firstRun = false;
  const result = await runCommand(async () => {
    const signedIn = await runtime().command.signInByLink(link, await clientInfo());
    if (signedIn === 'first-run') firstRun = true;
    else await setSessionCookie(signedIn);
  });
  if (!result.ok) return result;
  redirect(firstRun ? `/setup?link=${encodeURIComponent(link)}` : '/issues');
}

/** The same message for every address: whether it has an account stays unknown. */
export async function requestPasswordReset(_before: Result | null, form: FormData): Promise<Result> {
  return runCommand(async () => {
    await runtime().command.requestPasswordReset({ email: text(form, 'email').trim() }, await clientAddress());
    return {
      ok: true,
      message:
        'If an account with a password has this address, it gets a message with a link within a minute. The link expires in 60 minutes.',
    };
  });
}

/** All sessions end, so the user signs in next, with the second factor if there is one. */
export async function resetPassword(token: string, _before: Result | null, form: FormData): Promise<Result> {
  const result = await runCommand(async () =>
    runtime().command.resetPassword(token, { password: text(form, 'password') }),
  );
  if (result.ok) redirect('/sign-in?password=changed' as '/sign-in');
  return result;
}

export async function setUp(_before: Result | null, form: FormData): Promise<Result> {
  const result = await runCommand(async () => {
    const input = {
      email: text(form, 'email').trim(),
      name: text(form, 'name').trim(),
      password: text(form, 'password'),
    };
    await setSessionCookie(await runtime().command.setUp(text(form, 'link'), input, await clientInfo()));
  });
  if (result.ok) redirect('/projects/new');
  return result;
}

export async function signUpByInvitation(link: string, _before: Result | null, form: FormData): Promise<Result> {
  const input = { name: text(form, 'name').trim(), password: text(form, 'password') };
  const result = await runCommand(async () => {
    await setSessionCookie(await runtime().command.signUpByInvitation(link, input, await clientInfo()));
  });
  if (result.ok) redirect('/issues');
  return result;
}

export async function joinByInvitation(link: string, _before: Result | null): Promise<Result> {
  const result = await runCommand(async () => runtime().command.joinByInvitation(await accountViewer(), link));
  if (result.ok) redirect('/issues');
  return result;
}

export async function signOut(): Promise<void> {
  const jar = await cookies();
  const cookie = jar.get(sessionCookie)?.value;
  if (cookie) await runtime().command.signOut(cookie);
  jar.delete(sessionCookie);
  jar.delete(preferencesCookie);
  redirect('/sign-in');
}
