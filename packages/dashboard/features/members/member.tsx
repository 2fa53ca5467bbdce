import type { Me, Role } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { removeMember, setRole } from './actions.ts';

interface Props {
  organization: Me['organizations'][number];
  member: { userId: number; name: string; email: string; role: Role };
  isSelf: boolean;
  options: readonly Role[];
}

/** A member. With `choices`, their role can be changed. Every member can leave. */
export function Member({ organization, member: { userId, name, email, role }, isSelf, options }: Props) {
  const called = name || email;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {called} {isSelf ? <Badge>You</Badge> : null}
        </span>
        {name ? <span className="block text-12 [overflow-wrap:anywhere] text-muted">{email}</span> : null}
      </span>
      {options.length > 0 ? (
        <ActionForm
          action={setRole.bind(null, organization.id, userId)}
          submit="Save"
          variant="plain"
          small
          resetOnError
          className="flex flex-wrap items-center gap-2"
        >
          <select key={role} name="role" aria-label={`Role of ${called}`} defaultValue={role} className="select">
            {options.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </ActionForm>
      ) : (
        <span className="text-muted">{role}</span>
      )}
      {/* A fixed width aligns the roles. */}
      <span className="flex w-20 shrink-0 justify-end max-sm:w-auto">
        {isSelf || options.length > 0 ? (
          <ConfirmByName
            button={isSelf ? 'Leave' : 'Remove'}
            label={isSelf ? 'Leave organization' : `Remove ${called}`}
            small
            title={isSelf ? `Leave ${organization.name}?` : `Remove ${called} from ${organization.name}?`}
            name={isSelf ? organization.slug : email}
            submit={isSelf ? 'Leave' : 'Remove'}
            action={removeMember.bind(null, organization.id, userId)}
          >
            {isSelf
              ? 'You lose access until a member invites you again.'
              : 'They lose access until a member invites them again.'}{' '}
            Comments and assignments stay.
          </ConfirmByName>
        ) : null}
      </span>
    </li>
  );
}
