import { connection } from 'next/server';
import { ActionForm } from '#ui/action-form.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { resetPassword } from './actions.ts';
import { NewPassword } from './new-password.tsx';

/** Opening the page does not use the link up, because programs open links in advance. */
export async function PasswordReset({ params }: { params: Promise<{ token: string }> }) {
  await connection();
  const { token } = await params;
  const reset = await runtime()
    .query.passwordReset(token)
    .catch((error: unknown) => {
      if (isRefusal(error)) return error.message;
      throw error;
    });
  if (typeof reset === 'string') {
    return (
      <>
        <h1 className="text-20">Set a new password</h1>
        <p className="text-14 text-muted">{reset}</p>
        <Link href="/sign-in/forgot" className={buttonClass('plain', false, 'self-start')}>
          Request a link
        </Link>
      </>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Set a new password</h1>
        <p className="text-14 [overflow-wrap:anywhere] text-muted">
          For {reset.email}. All sessions end, and you sign in with the new password.
        </p>
      </div>
      <ActionForm action={resetPassword.bind(null, token)} submit="Set password">
        <input type="hidden" autoComplete="username" defaultValue={reset.email} />
        <NewPassword />
      </ActionForm>
    </>
  );
}
