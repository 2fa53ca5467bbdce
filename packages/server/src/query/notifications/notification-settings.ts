import { organizationsFor, requirePersonalSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import type { NotificationSettingsView } from './views.ts';

/** What the viewer is notified of, and the projects that can differ. */
export async function notificationSettings(
  { state, config }: QueryDeps,
  viewer: Viewer,
): Promise<NotificationSettingsView> {
  const userId = requirePersonalSession(viewer);
  const organizationIds = organizationsFor(viewer, 'event:read');
  const [settings, preferences, projects, organizations] = await Promise.all([
    state.notificationSettings([userId]),
    state.preferences(userId),
    state.listProjects(organizationIds),
    state.listOrganizations(organizationIds),
  ]);
  const own = settings.get(userId)!;
  const visible = new Set(projects.map(({ id }) => id));
  return {
    settings: { ...own, projects: own.projects.filter(({ projectId }) => visible.has(projectId)) },
    isSaved: preferences.notifications !== undefined,
    projects: projects
      .map(({ id, slug, name, organizationId }) => ({
        id,
        slug,
        name,
        organization: organizations.find((organization) => organization.id === organizationId)!.name,
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
    hasEmail: config.mail !== null,
  };
}
