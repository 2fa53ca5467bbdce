import type { Preferences as StoredPreferences } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { densities, facetVisibilities, sidebarWidths, themes, zones, type Preferences, type Me } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** `null` when not signed in. */
export async function me({ state }: QueryDeps, viewer: Viewer): Promise<Me | null> {
  const user = viewer.userId === null ? null : await state.userWithPreferences(viewer.userId);
  if (!user) return null;
  const organizations = await state.listOrganizations(viewer.memberships.map((one) => one.organizationId));
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    organizations: organizations.map(({ id, slug, name, sharesIssues }) => ({
      id,
      slug,
      name,
      sharesIssues,
      role: viewer.memberships.find((one) => one.organizationId === id)!.role,
    })),
    preferences: preferencesOf(user.preferences),
  };
}

export async function preferences({ state }: QueryDeps, viewer: Viewer): Promise<Preferences | null> {
  return viewer.userId === null ? null : preferencesOf(await state.preferences(viewer.userId));
}

function preferencesOf(preferences: StoredPreferences): Preferences {
  const { 'issue-columns': columns, 'event-columns': eventColumns, 'issue-rows': rows } = preferences;
  return {
    theme: themes.find((known) => known === preferences.theme) ?? 'system',
    letterKeys: preferences['letter-keys'] !== 'off',
    sidebar: sidebarWidths.find((known) => known === preferences.sidebar) ?? 'wide',
    density: densities.find((known) => known === preferences.density) ?? 'comfortable',
    zone: zones.find((known) => known === preferences.zone) ?? 'local',
    facets: facetVisibilities.find((known) => known === preferences.facets) ?? 'hidden',
    issueColumns: columns === undefined ? null : columns.split('.'),
    eventColumns: eventColumns === undefined ? null : (JSON.parse(eventColumns) as string[]),
    issueRows: rows === undefined ? null : Number(rows),
  };
}

/** Whether no user exists yet. All pages then redirect to set-up. */
export async function isFirstRun({ state }: QueryDeps): Promise<boolean> {
  return (await state.userCount()) === 0;
}
