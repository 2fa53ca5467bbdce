import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { accountViewer, me } from '#server/viewer.ts';
import { changeName } from './actions.ts';
import { ReadOnlyAccount } from './read-only-account.tsx';

/** Who the account user is, in which organizations. */
export async function Account() {
  const [user, { boundTo }] = await Promise.all([me(), accountViewer()]);
  return (
    <>
      <Definitions
        entries={[
          ['Email', user.email],
          ...user.organizations.map(({ name, role }): [string, string] => [`Role in ${name}`, role]),
        ]}
      />
      <div className="mt-6">
        {boundTo === null ? (
          <Section title="Profile" note="Your name appears in comments, activity and the audit log.">
            <ActionForm action={changeName} submit="Save name" variant="plain" className="flex max-w-96 flex-col gap-3">
              <Field label="Name" name="name" defaultValue={user.name} autoComplete="name" maxLength={100} />
            </ActionForm>
          </Section>
        ) : (
          <ReadOnlyAccount title="Profile" />
        )}
      </div>
    </>
  );
}
