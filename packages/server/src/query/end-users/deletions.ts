import { limits } from '@seismo/protocol';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { EndUserDeletionView } from './views.ts';

/** The latest deletions of data of end users, with their progress, the newest first. */
export async function endUserDeletions(
  deps: ServerQueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
): Promise<EndUserDeletionView[]> {
  const projects = await projectsNamed(deps, viewer, permissions.deleteEndUser, projectSlugs);
  const byId = new Map(projects.map(({ id, slug, name }) => [id, { slug, name }]));
  const deletions = await deps.state.endUserDeletionsOf([...byId.keys()], limits.END_USER_DELETION_COUNT_MAX);
  const userIds = deletions.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const users = new Map((await deps.state.usersByIds([...new Set(userIds)])).map((user) => [user.id, user]));
  const { schedule } = deps.serverHealth().backups;
  return deletions.map(({ id, projectId, userId, label, requestedAtMs, endedAtMs, deleted }) => {
    const user = userId === null ? undefined : users.get(userId);
    const by = user ? user.name || user.email : null;
    const backupsUntilMs = schedule && endedAtMs && endedAtMs + schedule.keepMs + schedule.everyMs;
    return { id, project: byId.get(projectId)!, label, by, requestedAtMs, endedAtMs, backupsUntilMs, deleted };
  });
}
