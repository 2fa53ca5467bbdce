import type { OrganizationId, UserId } from '@seismo/protocol';

export interface AuditReads {
  /** Newest first; `before` is the last entry of the previous page. */
  listAudit(
    organizationId: OrganizationId,
    page: { userId: UserId | null; action: AuditAction | null; before: number | null; count: number },
  ): Promise<AuditEntry[]>;
}

export interface AuditWrites {
  addAudit(entry: Omit<AuditEntry, 'id'>): Promise<void>;
}

/** Actions on an organization and its accounts. Issues have a history of their own. */
export const auditActions = [
  'sign-in',
  'session-end',
  'password-change',
  'second-factor-enable',
  'second-factor-disable',
  'passkey-create',
  'passkey-delete',
  'token-create',
  'token-delete',
  'invite',
  'invitation-delete',
  'join',
  'role-change',
  'member-remove',
  'identity-provider-change',
  'identity-provider-delete',
  'identity-connect',
  'identity-disconnect',
  'organization-create',
  'organization-change',
  'organization-delete',
  'project-create',
  'project-change',
  'project-delete',
  'issue-delete',
  'attachment-delete',
  'end-user-delete',
  'share-create',
  'share-delete',
  'key-create',
  'key-change',
  'key-delete',
  'configuration-change',
  'team-create',
  'team-rename',
  'team-delete',
  'team-member-add',
  'team-member-remove',
  'team-project-add',
  'team-project-remove',
  'release-delete',
  'upload-delete',
  'dead-letter-read',
  'dead-letter-replay',
  'outgoing-resume',
  'slack-link',
  'slack-unlink',
  'alert-acknowledge',
  'alert-rule-create',
  'alert-rule-change',
  'alert-rule-delete',
  'channel-create',
  'channel-change',
  'channel-delete',
  'maintenance-create',
  'maintenance-change',
  'maintenance-end',
  'maintenance-delete',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Users cannot change or delete entries. */
export interface AuditEntry {
  id: number;
  organizationId: OrganizationId;
  atMs: number;
  /** `null`: the command line or the server itself. */
  userId: UserId | null;
  byToken: boolean;
  action: AuditAction;
  /** The name of the object of the action. */
  subject: string;
  /** Details for display: `member to admin`. */
  detail: string;
}
