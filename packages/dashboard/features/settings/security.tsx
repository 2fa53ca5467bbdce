import type { Me } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { Connections } from '#features/sign-on/connections.tsx';
import { accountViewer, me } from '#server/viewer.ts';
import { changePassword } from './actions.ts';
import { ReadOnlyAccount } from './read-only-account.tsx';
import { Sessions } from './sessions.tsx';
import { TwoStepSignIn } from './two-step-sign-in.tsx';

/** The sign-in methods of the account, and its sessions. */
export async function Security() {
  const [user, { boundTo }] = await Promise.all([me(), accountViewer()]);
  return (
    <>
      {boundTo === null ? (
        <>
          <Password user={user} />
          <TwoStepSignIn />
          <Connections />
        </>
      ) : (
        <ReadOnlyAccount title="Sign-in methods" />
      )}
      <Sessions />
    </>
  );
}

function Password({ user }: { user: Me }) {
  return (
    <Section title="Password" note="Changing your password signs you out everywhere else.">
      <ActionForm action={changePassword} submit="Change password" className="flex max-w-96 flex-col gap-4">
        <input type="hidden" autoComplete="username" defaultValue={user.email} />
        <Field label="Current password" name="current" type="password" autoComplete="current-password" required />
        <Field
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint="At least 10 characters."
        />
      </ActionForm>
    </Section>
  );
}
