import type { TeamView } from '@seismo/server';
import { Empty } from '#ui/states/empty.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { plural } from '#ui/count.ts';
import { Field, SmallInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { Section } from '#ui/section.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import type { Target } from '#server/target.ts';
import { runQuery, readOnlyReason, may, organizationId } from '#server/viewer.ts';
import { Locked } from '#ui/locked.tsx';
import { addMember, createTeam, deleteTeam, removeMember, renameTeam } from './actions.ts';

/** The organization's teams and their members. */
export async function Teams() {
  const organization = await organizationId();
  const [teams, members, locked, mayChange] = await Promise.all([
    runQuery((viewer) => runtime().query.teams(viewer)),
    runQuery((viewer) => runtime().query.members(viewer, String(organization))),
    readOnlyReason('createTeam'),
    may('updateTeam'),
  ]);
  return (
    <>
      {locked ? <Locked reason={locked} /> : null}
      {teams.length === 0 ? (
        <Empty title="No teams yet">
          <p>Create a team to assign issues to a group. Ownership rules can use teams too.</p>
        </Empty>
      ) : null}
      {teams.map((team) => (
        <Team
          key={team.id}
          target={{ organizationId: organization, id: team.id }}
          team={team}
          members={members}
          mayChange={mayChange}
        />
      ))}
      {locked ? null : (
        <Section title="New team">
          <ActionForm
            action={createTeam.bind(null, organization)}
            submit="Create team"
            variant="plain"
            className="flex max-w-96 flex-col gap-3"
          >
            <Field label="Name" name="name" required maxLength={50} autoComplete="off" placeholder="Checkout" />
          </ActionForm>
        </Section>
      )}
    </>
  );
}

type Member = Awaited<ReturnType<ReturnType<typeof runtime>['query']['members']>>[number];

interface Props {
  target: Target;
  team: TeamView;
  members: Member[];
  mayChange: boolean;
}

function Team({ target, team, members, mayChange }: Props) {
  const others = members.filter((user) => !team.members.some(({ userId }) => userId === user.userId));
  return (
    <Section
      title={team.name}
      note={
        <>
          <code className="text-12">#{team.slug}</code>, {plural(team.members.length, 'member')},{' '}
          <Link href={issuesHref({ query: `is:unresolved assigned:#${team.slug}` })} className="underline">
            view issues
          </Link>
        </>
      }
      actions={
        mayChange ? (
          <RowMenu
            label={`Actions for ${team.name}`}
            item="Delete team…"
            title={`Delete the team ${team.name}?`}
            name={team.slug}
            submit="Delete team"
            action={deleteTeam.bind(null, target)}
          >
            Its issues become unassigned. You cannot undo this.
          </RowMenu>
        ) : null
      }
    >
      <ul className="flex flex-col">
        {team.members.map(({ userId, name, email }) => (
          <li key={userId} className="flex min-h-9 items-center gap-3 border-b border-line text-13">
            <span className="min-w-0 truncate">{name}</span>
            {name === email ? null : <span className="min-w-0 truncate text-12 text-muted">{email}</span>}
            {mayChange ? (
              <ActionForm
                action={removeMember.bind(null, target, userId)}
                submit="Remove"
                variant="quiet"
                small
                className="ml-auto flex items-center gap-2"
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
          {others.length > 0 ? (
            <ActionForm
              action={addMember.bind(null, target)}
              submit="Add"
              variant="plain"
              small
              className="flex items-center gap-2"
            >
              <select name="user" aria-label={`Add a member to ${team.name}`} className="select">
                {others.map(({ userId, name, email }) => (
                  <option key={userId} value={userId}>
                    {name || email}
                  </option>
                ))}
              </select>
            </ActionForm>
          ) : null}
          <ActionForm
            action={renameTeam.bind(null, target)}
            submit="Rename"
            variant="plain"
            small
            className="flex items-center gap-2"
          >
            <SmallInput
              name="name"
              aria-label={`Name of ${team.name}`}
              defaultValue={team.name}
              required
              maxLength={64}
              className="w-40! text-13!"
            />
          </ActionForm>
        </div>
      ) : null}
    </Section>
  );
}
