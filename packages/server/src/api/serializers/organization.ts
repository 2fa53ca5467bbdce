import type { OrganizationView } from '#query/accounts/views.ts';
import { roleScopes, type Viewer } from '#domain/permissions/viewer.ts';
import { constantFields } from '../constant.ts';
import { roleListShape, teamRoleListShape } from './role.ts';

/** Tools take `links.regionUrl` as the base of every later request, so it must be how they reached us. */
export function organizationShape({ id, slug, name, createdAtMs, sharesIssues }: OrganizationView, publicUrl: string) {
  return {
    id: String(id),
    slug,
    name,
    dateCreated: new Date(createdAtMs).toISOString(),
    isEarlyAdopter: false,
    require2FA: false,
    requireEmailVerification: false,
    status: { id: 'active', name: 'active' },
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    allowSharedIssues: sharesIssues,
    features: [],
    links: { organizationUrl: publicUrl, regionUrl: publicUrl },
  };
}

/** Settings of Sentry's organizations that are always so here. */
const constants = {
  isEarlyAdopter: false,
  require2FA: false,
  hideAiFeatures: true,
  codecovAccess: false,
  defaultRole: 'member',
  openMembership: false,
  allowJoinRequests: false,
  allowMemberProjectCreation: false,
  eventsMemberAdmin: false,
  alertsMemberWrite: false,
  attachmentsRole: 'viewer',
  debugFilesRole: 'viewer',
  enhancedPrivacy: false,
  scrapeJavaScript: false,
  storeCrashReports: 0,
  dataScrubber: false,
  dataScrubberDefaults: false,
  sensitiveFields: [],
  safeFields: [],
  scrubIPAddresses: false,
  relayPiiConfig: null,
  trustedRelays: [],
  githubPRBot: false,
  githubOpenPRBot: false,
  githubNudgeInvite: false,
  gitlabPRBot: false,
};

export const organizationConstants = constantFields(constants);

export function organizationDetailShape(organization: OrganizationView, viewer: Viewer, publicUrl: string) {
  const { role } = organization;
  const roleList = roleListShape(role);
  return {
    ...organizationShape(organization, publicUrl),
    ...constants,
    isDefault: false,
    role,
    orgRole: role,
    access: roleScopes[role].filter((scope) => viewer.scopes === null || viewer.scopes.includes(scope)),
    availableRoles: roleList.map(({ id, name }) => ({ id, name })),
    orgRoleList: roleList,
    teamRoleList: teamRoleListShape,
    pendingAccessRequests: 0,
    quota: { maxRate: null, maxRateInterval: 60, accountLimit: 0, projectLimit: 100 },
  };
}
