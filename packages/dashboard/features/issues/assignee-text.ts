import type { AssigneeView, IssueChange } from '@seismo/server';

/** How a change names whom an issue is for; nobody is `''`. */
export function assigneeText(to: AssigneeView | null): NonNullable<IssueChange['assignTo']> {
  if (!to) return '';
  return to.kind === 'team' ? `team:${to.teamId}` : `user:${to.userId}`;
}
