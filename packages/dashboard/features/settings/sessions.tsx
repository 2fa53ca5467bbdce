import type { SessionView } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { signOut } from '../auth/actions.ts';
import { runtime } from '#server/runtime.ts';
import { ownSessionCookie } from '#server/session.ts';
import { runQuery, me } from '#server/viewer.ts';
import { endOtherSessions, endSession } from './actions.ts';

const methods: Record<SessionView['method'], string> = {
  password: 'Password',
  'password-and-code': 'Password and code',
  passkey: 'Passkey',
  link: 'Sign-in link',
  invitation: 'Invitation',
  'set-up': 'Setup',
  'single-sign-on': 'Single sign-on',
  unknown: 'Unknown method',
};

function methodText({ method, organization }: SessionView): string {
  return organization === null ? methods[method] : `${methods[method]}, ${organization} only`;
}

/** The account user’s sessions, each with a button to end it. */
export async function Sessions() {
  const cookie = await ownSessionCookie();
  const sessions = await runQuery((viewer) => runtime().query.sessions(viewer, cookie));
  const user = await me();
  const nowMs = Date.now();
  return (
    <>
      <Section title="Sessions" note="Browsers where you are signed in. Sessions expire after 30 days.">
        <ul className="overflow-hidden rounded-md border border-line bg-surface">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line"
            >
              <span className="min-w-0 flex-1 basis-56">
                <span className="flex flex-wrap items-center gap-x-2 font-medium">
                  {session.browser} {session.isThis ? <Badge tone="good">This session</Badge> : null}
                </span>
                <span className="block text-12 text-muted">
                  {methodText(session)}, {session.address ?? 'unknown IP address'}, seen{' '}
                  <Time atMs={session.lastSeenAtMs} nowMs={nowMs} ago />, signed in{' '}
                  <Time atMs={session.createdAtMs} nowMs={nowMs} ago />
                </span>
              </span>
              {session.isThis ? (
                <form action={signOut}>
                  <button type="submit" className={buttonClass('plain', true)}>
                    Sign out
                  </button>
                </form>
              ) : (
                <ActionForm
                  action={endSession.bind(null, session.id)}
                  submit="Sign out"
                  variant="plain"
                  small
                  className="flex items-center gap-2"
                />
              )}
            </li>
          ))}
        </ul>
      </Section>
      {sessions.length > 1 ? (
        <DangerZone>
          <DangerRow title="Sign out everywhere else" note="Ends every session but this one.">
            <ConfirmByName
              button="Sign out everywhere else"
              title="Sign out everywhere else?"
              name={user.email}
              submit="Sign out everywhere else"
              action={endOtherSessions}
            >
              Your other browsers must sign in again.
            </ConfirmByName>
          </DangerRow>
        </DangerZone>
      ) : null}
    </>
  );
}
