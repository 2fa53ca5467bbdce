import type { Me, Role } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { removeMember, setRole } from './actions.ts';

/** One person; with `choices`, a role to give them. Everybody may leave. */
export function Member({
  organization,
  member: { userId, name, email, role },
  isSelf,
  choices,
}: {
  organization: Me['organizations'][number];
  member: { userId: number; name: string; email: string; role: Role };
  isSelf: boolean;
  choices: readonly Role[];
}) {
  const called = name || email;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {called} {isSelf ? <Badge>You</Badge> : null}
        </span>
        {name ? <span className="block text-12 [overflow-wrap:anywhere] text-muted">{email}</span> : null}
      </span>
      {choices.length > 0 ? (
        <ActionForm
          action={setRole.bind(null, organization.id, userId)}
          submit="Set"
          variant="plain"
          small
          resetOnError
          className="flex flex-wrap items-center gap-2"
        >
          <select key={role} name="role" aria-label={`Role of ${called}`} defaultValue={role} className="select">
            {choices.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </ActionForm>
      ) : (
        <span className="text-muted">{role}</span>
      )}
      {/* As wide in every row, so that the roles stand below each other. */}
      <span className="flex w-20 shrink-0 justify-end max-sm:w-auto">
        {isSelf || choices.length > 0 ? (
          <ConfirmByName
            button={isSelf ? 'Leave' : 'Remove'}
            label={isSelf ? 'Leave the organization' : `Remove ${called}`}
            small
            title={isSelf ? `Leave ${organization.name}?` : `Remove ${called} from ${organization.name}?`}
            name={isSelf ? organization.slug : email}
            submit={isSelf ? 'Leave' : 'Remove'}
            action={removeMember.bind(null, organization.id, userId)}
          >
            {isSelf ? 'You see nothing of it any more' : 'They see nothing of it any more'}, until somebody there
            invites {isSelf ? 'you' : 'them'} again. Comments and what is assigned stay.
          </ConfirmByName>
        ) : null}
      </span>
    </li>
  );
}
