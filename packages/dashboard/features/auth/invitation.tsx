import { connection } from 'next/server';
import { ActionForm } from '#ui/action-form.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';
import { joinByInvitation, signUpByInvitation } from './actions.ts';
import { NewPassword } from './new-password.tsx';

/** The invitation page: create an account, sign in, or accept with the current account. */
export async function Invitation({ params }: { params: Promise<{ link: string }> }) {
  await connection();
  const { link } = await params;
  const invitation = await runtime()
    .query.invitation(link)
    .catch((error: unknown) => {
      if (isRefusal(error)) return error.message;
      throw error;
    });
  if (typeof invitation === 'string') {
    return (
      <>
        <h1 className="text-20">Invitation</h1>
        <p className="text-14 text-muted">{invitation}</p>
        <Link href="/sign-in" className={buttonClass('plain', false, 'self-start')}>
          Sign in
        </Link>
      </>
    );
  }
  const account = await accountViewer();
  // A session that an identity provider began cannot join: the account itself has to sign in.
  const user = account.boundTo === null ? await runtime().query.me(account) : null;
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Join {invitation.organization}</h1>
        <p className="text-14 [overflow-wrap:anywhere] text-muted">
          {invitation.invitedBy
            ? `${invitation.invitedBy} invited ${invitation.email}`
            : `${invitation.email} is invited`}{' '}
          as {invitation.role}. This link works once.
        </p>
      </div>
      {user ? (
        <ActionForm action={joinByInvitation.bind(null, link)} submit={`Join as ${user.name || user.email}`} />
      ) : invitation.hasAccount ? (
        <Link
          href={`/sign-in?next=${encodeURIComponent(`/invitation/${link}`)}`}
          className={buttonClass('primary', false, 'self-start')}
        >
          Sign in to join
        </Link>
      ) : (
        <ActionForm action={signUpByInvitation.bind(null, link)} submit="Create account">
          <input type="hidden" autoComplete="username" defaultValue={invitation.email} />
          <Field label="Name" name="name" autoComplete="name" required maxLength={100} />
          <NewPassword />
        </ActionForm>
      )}
    </>
  );
}
