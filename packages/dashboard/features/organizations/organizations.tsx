import type { Me } from '@seismo/server';
import { connection } from 'next/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { removeMember } from '#features/members/actions.ts';
import { accountViewer, readOnlyReason, may, me, organizationId } from '#server/viewer.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './actions.ts';
import { ShowOrganization } from './show-organization.tsx';

/** The organizations that the person belongs to: which one is shown, what they are called, and ways in and out. */
export async function Organizations() {
  await connection();
  const person = await me();
  const { boundTo } = await accountViewer();
  const mayMakeMore =
    boundTo === null &&
    (await Promise.all(person.organizations.map((one) => may('createOrganization', one)))).some(Boolean);
  return (
    <>
      {person.organizations.length > 1 ? (
        <Section
          title="Selected"
          note="Pages show this one. A link to something that only another organization has selects that one."
        >
          <ShowOrganization shown={await organizationId()} organizations={person.organizations} />
        </Section>
      ) : null}
      {person.organizations.map((organization) => (
        <Organization key={organization.id} organization={organization} userId={person.userId} />
      ))}
      {mayMakeMore ? (
        <Section title="New organization" note="With people, projects and settings of its own. You own it.">
          <ActionForm
            action={createOrganization}
            submit="Create the organization"
            variant="plain"
            className="flex max-w-96 flex-col gap-3"
          >
            <Field label="Name" name="name" required maxLength={64} autoComplete="off" placeholder="Acme" />
            <Field
              label="Slug"
              name="slug"
              maxLength={50}
              autoComplete="off"
              autoCapitalize="none"
              placeholder="acme"
              hint="For addresses and tools. Empty: made of the name."
            />
          </ActionForm>
        </Section>
      ) : null}
    </>
  );
}

async function Organization({ organization, userId }: { organization: Me['organizations'][number]; userId: number }) {
  const { id, slug, name, role, sharesIssues } = organization;
  const locked = await readOnlyReason('updateOrganization', organization);
  return (
    <Section title={name} actions={<Badge>{role}</Badge>}>
      <ActionForm
        action={updateOrganization.bind(null, id)}
        submit="Save"
        variant="plain"
        locked={locked}
        className="flex max-w-96 flex-col gap-3"
      >
        <Field label="Name" name="name" required maxLength={64} autoComplete="off" defaultValue={name} />
        <Field
          label="Slug"
          name="slug"
          required
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={slug}
          hint="sentry-cli and bundler plugins are configured with it: change it there too."
        />
        <Checkbox
          name="sharesIssues"
          label="Links to issues for people without an account"
          note="Members make them on the page of an issue. Without this none opens."
          checked={sharesIssues}
        />
      </ActionForm>
      <div className="mt-4 flex flex-wrap gap-2">
        <ConfirmByName
          button="Leave"
          label={`Leave ${name}`}
          small
          title={`Leave ${name}?`}
          name={slug}
          submit="Leave"
          action={removeMember.bind(null, id, userId)}
        >
          You see nothing of it any more, until somebody there invites you again. Comments and what is assigned to you
          stay.
        </ConfirmByName>
        {(await may('deleteOrganization', organization)) ? (
          <ConfirmByName
            button="Delete"
            label={`Delete ${name}`}
            small
            title={`Delete ${name}?`}
            name={slug}
            submit="Delete the organization"
            action={deleteOrganization.bind(null, id)}
          >
            With its teams, invitations, saved searches, single sign-on and audit log. Its projects have to be deleted
            first. This cannot be undone.
          </ConfirmByName>
        ) : null}
      </div>
    </Section>
  );
}
