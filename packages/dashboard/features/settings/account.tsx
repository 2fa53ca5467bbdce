import { ActionForm } from '#components/ui/action-form.tsx';
import { Field } from '#components/ui/field.tsx';
import { Definitions, Section } from '#components/ui/section.tsx';
import { LetterKeys } from '#features/preferences/letter-keys.tsx';
import { PreferenceChoice } from '#features/preferences/preference-choice.tsx';
import { toldPreferences } from '#server/session.ts';
import { me } from '#server/viewer.ts';
import { changeName, changePassword } from './actions.ts';
import { Sessions } from './sessions.tsx';
import { TwoSteps } from './two-steps.tsx';

export async function Account() {
  const [person, first] = await Promise.all([me(), toldPreferences()]);
  return (
    <>
      <Definitions
        entries={[
          ['E-mail', person.email],
          ...person.organizations.map((organization): [string, string] => [
            `Role in ${organization.name}`,
            organization.role,
          ]),
        ]}
      />
      <div className="mt-6">
        <Section title="Name" note="How others see you: in comments, activity and the audit log.">
          <ActionForm action={changeName} submit="Save the name" look="plain" className="flex max-w-96 flex-col gap-3">
            <Field label="Name" name="name" defaultValue={person.name} autoComplete="name" maxLength={100} />
          </ActionForm>
        </Section>
        <Section title="Password" note="A new one signs you out everywhere else.">
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
        <Section title="Lists and times">
          <div className="flex flex-col gap-3">
            <PreferenceChoice name="density" first={first} />
            <PreferenceChoice name="zone" first={first} />
          </div>
        </Section>
        <Section title="Keyboard">
          <LetterKeys first={first} />
        </Section>
        <TwoSteps />
        <Sessions />
      </div>
    </>
  );
}
