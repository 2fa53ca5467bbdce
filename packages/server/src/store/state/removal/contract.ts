import type { IssueId, OrganizationId, ProjectId } from '@seismo/protocol';

/** Permanent deletions with all dependent data. Missing rows are ignored. */
export interface RemovalWrites {
  /** Its events are in the telemetry store. A later event with its fingerprint creates a new issue. */
  deleteIssue(id: IssueId): Promise<void>;
  /**
   * Deletes it with its issues, keys, settings, uploads and releases of no other project. The bytes of uploads stay.
   */
  deleteProject(id: ProjectId): Promise<void>;
  /**
   * Deletes it with its teams, memberships, invitations, saved searches, single sign-on and audit log. Throws while it
   * has a project.
   */
  deleteOrganization(id: OrganizationId): Promise<void>;
}
