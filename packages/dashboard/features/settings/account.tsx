import { ActionForm } from '#components/ui/action-form.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Definitions, Section } from '#components/ui/section.tsx';
import { signOut } from '#features/door/actions.ts';
import { me } from '#server/viewer.ts';
import { changePassword } from './actions.ts';
import { LetterKeys } from './letter-keys.tsx';

export async function Account() {
  const person = await me();
  return (
    <>
      <Definitions
        entries={[
          ['Name', person.name],
          ['E-mail', person.email],
          ...person.organizations.map((organization): [string, string] => [
            `Role in ${organization.name}`,
            organization.role,
          ]),
        ]}
      />
      <div className="mt-6">
        <Section title="Password">
          <ActionForm action={changePassword} submit="Change the password" className="flex max-w-96 flex-col gap-4">
            <input type="hidden" autoComplete="username" defaultValue={person.email} />
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
        <Section title="Keyboard">
          <LetterKeys />
        </Section>
        <Section title="This device">
          <form action={signOut}>
            <button type="submit" className={buttonClass()}>
              Sign out
            </button>
          </form>
        </Section>
      </div>
    </>
  );
}
