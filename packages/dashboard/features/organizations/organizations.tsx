import type { Me } from '@seismo/server';
import { connection } from 'next/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { removeMember } from '#features/members/actions.ts';
import { accountViewer, readOnlyReason, may, me, organizationId } from '#server/viewer.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './actions.ts';
import { ShowOrganization } from './show-organization.tsx';

/** The organization that pages show, and a new one. */
export async function Organizations() {
  await connection();
  const [user, selectedId, { boundTo }] = await Promise.all([me(), organizationId(), accountViewer()]);
  const selected = user.organizations.find(({ id }) => id === selectedId);
  const mayMakeMore =
    boundTo === null &&
    (await Promise.all(user.organizations.map((one) => may('createOrganization', one)))).some(Boolean);
  return (
    <>
      {user.organizations.length > 1 ? (
        <Section
          title="Current organization"
          note="Pages show this organization. A link into another of your organizations switches to it."
        >
          <ShowOrganization selectedId={selectedId} organizations={user.organizations} />
        </Section>
      ) : null}
      {selected ? <Organization key={selected.id} organization={selected} /> : null}
      {mayMakeMore ? (
        <Section
          title="New organization"
          note="A separate space for members, projects and settings. You become its owner."
        >
          <ActionForm
            action={createOrganization}
            submit="Create organization"
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
              hint="Used in URLs and tools. Leave empty to derive it from the name."
            />
          </ActionForm>
        </Section>
      ) : null}
      {selected ? <Danger organization={selected} userId={user.userId} /> : null}
    </>
  );
}

type OwnOrganization = Me['organizations'][number];

async function Organization({ organization }: { organization: OwnOrganization }) {
  const { id, slug, name, role, sharesIssues } = organization;
  const locked = await readOnlyReason('updateOrganization', organization);
  return (
    <Section title={name} actions={<Badge>{`You: ${role}`}</Badge>}>
      <ActionForm
        action={updateOrganization.bind(null, id)}
        submit="Save"
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
          hint="sentry-cli and bundler plugins use this slug. If you change it, update them too."
        />
        <Checkbox
          name="sharesIssues"
          label="Allow share links to issues"
          note="Members can share an issue with people who have no account. If off, existing links stop working."
          checked={sharesIssues}
        />
      </ActionForm>
    </Section>
  );
}

async function Danger({ organization, userId }: { organization: OwnOrganization; userId: number }) {
  const { id, slug, name } = organization;
  return (
    <DangerZone>
      <DangerRow title="Leave organization" note="You lose access until a member invites you again.">
        <ConfirmByName
          button={`Leave ${name}`}
          title={`Leave ${name}?`}
          name={slug}
          submit="Leave"
          action={removeMember.bind(null, id, userId)}
        >
          You lose access until a member invites you again. Your comments and assignments stay.
        </ConfirmByName>
      </DangerRow>
      {(await may('deleteOrganization', organization)) ? (
        <DangerRow title="Delete organization" note="Delete its projects first. You cannot undo this.">
          <ConfirmByName
            button={`Delete ${name}`}
            title={`Delete ${name}?`}
            name={slug}
            submit="Delete organization"
            action={deleteOrganization.bind(null, id)}
          >
            This deletes its teams, invitations, saved searches, single sign-on and audit log. Delete its projects
            first. You cannot undo this.
          </ConfirmByName>
        </DangerRow>
      ) : null}
    </DangerZone>
  );
}
