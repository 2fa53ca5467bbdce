import type { AssigneeView, IssueChange } from '@seismo/server';

/** The assignee as a change names them; `''` is unassigned. */
export function assigneeText(to: AssigneeView | null): NonNullable<IssueChange['assignTo']> {
  if (!to) return '';
  return to.kind === 'team' ? `team:${to.teamId}` : `user:${to.userId}`;
}
