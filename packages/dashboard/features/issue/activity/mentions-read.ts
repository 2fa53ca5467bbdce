import type { AssigneeView, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

/** The members and teams that a comment on the issue can mention. */
export async function mentionable(viewer: Viewer, { issue }: { issue: number }): Promise<AssigneeView[]> {
  return runtime().query.assignees(viewer, String(issue));
}
