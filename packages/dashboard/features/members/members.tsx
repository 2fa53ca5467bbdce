import type { Me } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { plural } from '#ui/count.ts';
import { Locked } from '#ui/locked.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery, readOnlyReason, may, me, organizationId } from '#server/viewer.ts';
import { deleteInvitation } from './actions.ts';
import { InviteForm } from './invite-form.tsx';
import { Member } from './member.tsx';
import { roleDescriptions, roles, rolesUpTo } from './roles.ts';

/** Members and pending invitations of the organization. */
export async function Members() {
  await connection();
  const [user, selectedId] = await Promise.all([me(), organizationId()]);
  const organization = user.organizations.find(({ id }) => id === selectedId);
  if (!organization || organization.role === 'support') {
    return (
      <Empty title="Your role cannot see members">
        <p>The support role can only look up error codes. Ask an owner for another role.</p>
      </Empty>
    );
  }
  return (
    <>
      <Organization organization={organization} me={user} />
      <Section title="Roles">
        <dl className="grid gap-1.5 text-13 sm:grid-cols-[90px_minmax(0,1fr)]">
          {roles.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{role}</dt>
              <dd className="text-muted">{roleDescriptions[role]}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

async function Organization({ organization, me: user }: { organization: Me['organizations'][number]; me: Me }) {
  const { slug, role } = organization;
  const [members, open] = await Promise.all([
    runQuery((viewer) => runtime().query.members(viewer, slug)),
    runQuery((viewer) => runtime().query.invitations(viewer, slug)),
  ]);
  const mayChange = await may('setRole', organization);
  const locked = await readOnlyReason('setRole', organization);
  const mayRevoke = await may('deleteInvitation', organization);
  const hasEmail = await runtime().query.hasEmail();
  const nowMs = Date.now();
  return (
    <>
      <Section title="Members" note={plural(members.length, 'member')}>
        {locked ? <Locked reason={locked} /> : null}
        <ul className="overflow-hidden rounded-md border border-line bg-surface">
          {members.map((member) => (
            <Member
              key={member.userId}
              organization={organization}
              member={member}
              isSelf={member.userId === user.userId}
              options={mayChange && rolesUpTo(role).includes(member.role) ? rolesUpTo(role) : []}
            />
          ))}
        </ul>
      </Section>
      {(await may('invite', organization)) ? (
        <Section
          title="Invite"
          note={`${hasEmail ? 'Seismo emails the link, and you can copy it.' : 'Share the invite link yourself.'} It works once and expires in a week.`}
        >
          <InviteForm organizationId={organization.id} roles={rolesUpTo(role)} />
        </Section>
      ) : null}
      {open.length > 0 ? (
        <Section title="Pending invitations">
          <ul className="overflow-hidden rounded-md border border-line bg-surface">
            {open.map((invitation) => (
              <li
                key={invitation.id}
                className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">{invitation.email}</span>
                <span className="text-muted">as {invitation.role}</span>
                <span className="text-12 text-muted">
                  by {invitation.invitedBy ?? 'a former member'},{' '}
                  <Time atMs={invitation.createdAtMs} nowMs={nowMs} ago />
                </span>
                {mayRevoke ? (
                  <ActionForm
                    action={deleteInvitation.bind(null, organization.id, invitation.id)}
                    submit="Revoke"
                    variant="quiet"
                    small
                    className="ml-auto flex items-center gap-2"
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
