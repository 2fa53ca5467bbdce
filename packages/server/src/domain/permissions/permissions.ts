import { roles, type Role } from './role.ts';
import { roleMay, writesReleases, type Permission } from './viewer.ts';

/**
 * The permission of each command, and of the queries whose permission a page or an API route also checks. Commands and
 * queries require it, and pages offer an action only with it. Other queries name a scope.
 */
export const permissions = {
  acknowledgeAlert: 'event:write',
  addComment: 'event:write',
  addDeploy: writesReleases,
  alert: 'event:read',
  alertPreview: 'event:read',
  alertRule: 'event:read',
  alertRules: 'event:read',
  alerts: 'event:read',
  assembleBundle: writesReleases,
  auditLog: 'member:write',
  changeChannel: 'org:write',
  changeFeedback: 'event:write',
  changeIssues: 'event:write',
  channels: 'event:read',
  createAlertRule: 'project:write',
  createChannel: 'org:write',
  createKey: 'project:write',
  createMaintenanceWindow: 'project:write',
  createOrganization: 'org:write',
  createProject: 'project:write',
  createRelease: writesReleases,
  createShareLink: 'event:write',
  createTeam: 'team:write',
  deleteAlertRule: 'project:write',
  deleteAttachment: 'event:admin',
  deleteChannel: 'org:write',
  deleteComment: 'event:write',
  deleteEndUser: 'event:admin',
  deleteIdentityProvider: 'org:admin',
  deleteInvitation: 'member:write',
  deleteIssue: 'event:admin',
  deleteKey: 'project:admin',
  deleteMaintenanceWindow: 'project:write',
  deleteOrganization: 'org:admin',
  deleteProject: 'project:admin',
  deleteRelease: writesReleases,
  deleteReleaseFile: writesReleases,
  deleteShareLink: 'event:write',
  deleteTeam: 'team:write',
  deleteUpload: writesReleases,
  diskSpace: 'org:write',
  editComment: 'event:write',
  regroupBySourceMap: 'event:write',
  endMaintenanceWindow: 'project:write',
  exportEndUser: 'event:admin',
  exportProject: 'event:admin',
  findEndUser: 'event:admin',
  hideEnvironment: 'project:write',
  invite: 'member:write',
  inviteWithoutLink: 'member:write',
  saveChunk: writesReleases,
  issueAlerts: 'event:read',
  listIssues: 'event:read',
  flagIssues: 'event:read',
  maintenanceWindows: 'event:read',
  members: 'member:read',
  mergeIssues: 'event:write',
  /** Only for themselves. */
  muteAlertRule: 'event:read',
  project: 'project:read',
  putReleaseFile: writesReleases,
  /** To remove other members. */
  removeMember: 'member:write',
  renameReleaseFile: writesReleases,
  /** The content of an item is not scrubbed yet. */
  readDeadLetter: 'project:write',
  replayDeadLetter: 'project:write',
  replayDeadLetters: 'project:write',
  resendDelivery: 'project:write',
  restoreConfiguration: 'project:write',
  /** In the server's first organization. */
  runHealthCheck: 'org:admin',
  saveConfiguration: 'project:write',
  saveIdentityProvider: 'org:admin',
  saveSearch: 'event:read',
  /** To their own address. */
  sendTestEmail: 'org:write',
  setAlertRule: 'project:write',
  setMaintenanceWindow: 'project:write',
  setRole: 'member:write',
  /** Only for themselves. */
  setSubscribed: 'event:read',
  setTeamMember: 'team:write',
  setTeamProject: 'project:write',
  /** To share a saved search, or to change or delete a shared one. */
  shareSearch: 'event:write',
  splitIssue: 'event:write',
  teams: 'team:read',
  undoIssueChange: 'event:write',
  undoRegroup: 'event:write',
  testChannel: 'org:write',
  updateKey: 'project:write',
  updateOrganization: 'org:write',
  updateProject: 'project:write',
  updateRelease: writesReleases,
  updateTeam: 'team:write',
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof permissions;

/** The roles with a permission. */
export function rolesWith(permission: PermissionName): Role[] {
  return roles.filter((role) => roleMay(role, permissions[permission]));
}
