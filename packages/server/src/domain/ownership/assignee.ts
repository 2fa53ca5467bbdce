import type { TeamId, UserId } from '@seismo/protocol';
import type { Role } from '../permissions/role.ts';
import type { Viewer } from '../permissions/viewer.ts';

export type Assignee = { kind: 'user'; userId: UserId } | { kind: 'team'; teamId: TeamId };

export type AssigneeView =
  | { kind: 'user'; userId: UserId; name: string; email: string }
  | { kind: 'team'; teamId: TeamId; slug: string; name: string };

/** The possible assignees of issues: a member with the role `support` cannot open them. */
export function possibleAssignees(
  members: readonly { id: UserId; name: string; email: string; role: Role }[],
  teams: readonly { id: TeamId; slug: string; name: string }[],
): AssigneeView[] {
  const users = new Map(members.filter(({ role }) => role !== 'support').map((member) => [member.id, member]));
  return [
    ...[...users.values()].map(({ id, name, email }): AssigneeView => ({
      kind: 'user',
      userId: id,
      name: name || email,
      email,
    })),
    ...teams.map(({ id, slug, name }): AssigneeView => ({ kind: 'team', teamId: id, slug, name })),
  ];
}

export function isFor(view: AssigneeView, assignee: Assignee | null): boolean {
  if (assignee?.kind === 'user') return view.kind === 'user' && view.userId === assignee.userId;
  return assignee?.kind === 'team' && view.kind === 'team' && view.teamId === assignee.teamId;
}

/**
 * Resolves `me`, `user:ID`, `team:ID`, a bare ID, an e-mail address or `#team`, as Sentry's API, our search and
 * ownership rules write them. `null` if `among` has no match.
 */
export function assigneeNamed(text: string, among: readonly AssigneeView[], viewer: Viewer | null): Assignee | null {
  const name = text.trim().toLowerCase();
  const [, kind, id] = /^(?:(user|team):)?(\d{1,15})$/.exec(name) ?? [];
  const found = among.find((view) => {
    if (view.kind === 'team') return name === `#${view.slug}` || (kind === 'team' && Number(id) === view.teamId);
    if (name === 'me') return view.userId === viewer?.userId;
    return name === view.email.toLowerCase() || (id !== undefined && kind !== 'team' && Number(id) === view.userId);
  });
  if (!found) return null;
  return found.kind === 'team' ? { kind: 'team', teamId: found.teamId } : { kind: 'user', userId: found.userId };
}

/** The first of the owners that a rule names who can be assigned. */
export function firstAssignee(owners: readonly string[], among: readonly AssigneeView[]): Assignee | null {
  return owners.map((owner) => assigneeNamed(owner, among, null)).find((assignee) => assignee !== null) ?? null;
}
