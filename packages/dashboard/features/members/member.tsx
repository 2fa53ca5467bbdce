import type { Me, Role } from '@seismo/server';
import clsx from 'clsx';
import { Badge } from '#ui/badge.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { removeMember } from './actions.ts';
import { RoleSelect } from './role-select.tsx';

interface Props {
  organization: Me['organizations'][number];
  member: { userId: number; name: string; email: string; role: Role };
  isSelf: boolean;
  options: readonly Role[];
}

/** A member. With `options`, the viewer can change their role and remove them. */
export function Member({ organization, member: { userId, name, email, role }, isSelf, options }: Props) {
  const called = name || email;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-2 py-2 pr-2 pl-4 text-13 not-last:border-b not-last:border-line">
      <span className={clsx('min-w-0 flex-1 basis-48', options.length > 0 && 'max-sm:basis-full')}>
        <span className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {called} {isSelf ? <Badge>You</Badge> : null}
        </span>
        {name ? <span className="block text-12 [overflow-wrap:anywhere] text-muted">{email}</span> : null}
      </span>
      {options.length > 0 ? (
        <RoleSelect
          organizationId={organization.id}
          userId={userId}
          role={role}
          options={options}
          label={`Role of ${called}`}
        />
      ) : (
        <span className="mr-2 text-muted">{role}</span>
      )}
      {/* A fixed width aligns the roles. Users leave in the settings of the organization. */}
      {options.length > 0 ? (
        <span className="flex min-w-8 shrink-0 justify-end pointer-coarse:min-w-11">
          {isSelf ? null : (
            <RowMenu
              label={`Actions for ${called}`}
              item={`Remove from ${organization.name}…`}
              title={`Remove ${called} from ${organization.name}?`}
              name={email}
              submit="Remove"
              action={removeMember.bind(null, organization.id, userId)}
            >
              They lose access until a member invites them again. Their comments and assignments stay.
            </RowMenu>
          )}
        </span>
      ) : null}
    </li>
  );
}
