import type { ProjectView } from '#query/projects/views.ts';
import { constantFields } from '../constant.ts';

/** Settings of Sentry's projects that are always so here. */
const constants = {
  isBookmarked: false,
  isPublic: false,
  digestsMinDelay: 0,
  digestsMaxDelay: 0,
  resolveAge: 0,
  allowedDomains: ['*'],
  scrapeJavaScript: false,
  securityToken: '',
  securityTokenHeader: null,
  subjectPrefix: '',
  subjectTemplate: '',
  verifySSL: true,
  storeCrashReports: 0,
  relayPiiConfig: null,
  defaultEnvironment: null,
  highlightTags: [],
  highlightContext: {},
};

export const projectConstants = constantFields(constants);

export function projectShape(project: ProjectView) {
  const { id, organization, slug, name, platform, createdAtMs, firstEventAtMs } = project;
  const teams = project.teams.map((team) => ({ ...team, id: String(team.id) }));
  return {
    id: String(id),
    slug,
    name,
    platform: platform || null,
    platforms: platform ? [platform] : [],
    dateCreated: new Date(createdAtMs).toISOString(),
    firstEvent: firstEventAtMs === null ? null : new Date(firstEventAtMs).toISOString(),
    color: colors[id % colors.length]!,
    isInternal: false,
    processingIssues: 0,
    isMember: true,
    hasAccess: true,
    features: [],
    status: 'active',
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    // Tools accept a project without a team only if the field is absent.
    ...(teams[0] && { team: teams[0] }),
    teams,
    organization: { id: String(organization.id), slug: organization.slug, name: organization.name },
    ...constants,
  };
}

const colors = ['#3f70bf', '#bf3f7a', '#3fbf7f', '#bf833f', '#6a3fbf', '#3fb5bf', '#bf4f3f', '#8abf3f'];
