import type { ProjectView } from '#query/projects/views.ts';

/** Without `team`: there are none, and tools accept that only if the field is absent (protocol.md §7). */
export function projectShape({ id, organization, slug, name, platform, createdAtMs, firstEventAtMs }: ProjectView) {
  return {
    id: String(id),
    slug,
    name,
    platform: platform || null,
    dateCreated: new Date(createdAtMs).toISOString(),
    firstEvent: firstEventAtMs === null ? null : new Date(firstEventAtMs).toISOString(),
    isBookmarked: false,
    isMember: true,
    hasAccess: true,
    features: [],
    status: 'active',
    teams: [],
    organization: { id: String(organization.id), slug: organization.slug, name: organization.name },
  };
}
