import type { TeamView } from '#query/accounts/views.ts';
import { teamRole } from './role.ts';

export function teamShape({ id, slug, name, createdAtMs, members, projects, isMember }: TeamView) {
  return {
    id: String(id),
    slug,
    name,
    dateCreated: new Date(createdAtMs).toISOString(),
    memberCount: members.length,
    isMember,
    teamRole: isMember ? teamRole : null,
    hasAccess: true,
    isPending: false,
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    projects: projects.map((project) => ({ ...project, id: String(project.id), platform: project.platform || null })),
  };
}
