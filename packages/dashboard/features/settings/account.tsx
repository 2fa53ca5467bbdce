import type { Me } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { LetterKeys } from '#features/preferences/letter-keys.tsx';
import { PreferenceOptions } from '../preferences/preference-options.tsx';
import { Connections } from '#features/sign-on/connections.tsx';
import { cookiePreferences } from '#server/session.ts';
import { accountViewer, me } from '#server/viewer.ts';
import { changeName, changePassword } from './actions.ts';
import { Sessions } from './sessions.tsx';
import { TwoStepSignIn } from './two-step-sign-in.tsx';

export async function Account() {
  const [user, first, { boundTo }] = await Promise.all([me(), cookiePreferences(), accountViewer()]);
  return (
    <>
      <Definitions
        entries={[
          ['Email', user.email],
          ...user.organizations.map((organization): [string, string] => [
            `Role in ${organization.name}`,
            organization.role,
          ]),
        ]}
      />
      <div className="mt-6">
        {boundTo === null ? <Credentials user={user} /> : <ReadOnlyAccount />}
        <Section title="Lists and times">
          <div className="flex flex-col gap-3">
            <PreferenceOptions name="density" first={first} />
            <PreferenceOptions name="zone" first={first} />
          </div>
        </Section>
        <Section title="Keyboard">
          <LetterKeys first={first} />
        </Section>
        {boundTo === null ? (
          <>
            <TwoStepSignIn />
            <Connections />
          </>
        ) : null}
        <Sessions />
      </div>
    </>
  );
}

/** A session that an organization's identity provider began reaches that organization only; the account reaches further. */
function ReadOnlyAccount() {
  return (
    <Section title="Name, password and passkeys">
      <p className="max-w-[72ch] text-13 text-muted">
        You signed in through your organization’s identity provider, so this session cannot change your account. Sign in
        with your password, a passkey or a sign-in link to change it.
      </p>
    </Section>
  );
}

function Credentials({ user }: { user: Me }) {
  return (
    <>
      <Section title="Name" note="Shown in comments, activity and the audit log.">
        <ActionForm action={changeName} submit="Save name" variant="plain" className="flex max-w-96 flex-col gap-3">
          <Field label="Name" name="name" defaultValue={user.name} autoComplete="name" maxLength={100} />
        </ActionForm>
      </Section>
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
    </>
  );
}
