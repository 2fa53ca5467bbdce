import type { IssueId, OrganizationId, ProjectId } from '@seismo/protocol';

/** Permanent deletions with all dependent data. Missing rows are ignored. */
export interface RemovalWrites {
  /** Its events are telemetry's. One more with its fingerprint makes a new issue. */
  deleteIssue(id: IssueId): Promise<void>;
  /** With its issues, keys, settings, releases that are of it alone, and what uploads it has left (their bytes stay). */
  deleteProject(id: ProjectId): Promise<void>;
  /**
   * With its teams, people's places in it, invitations, saved searches, single sign-on and audit log. Throws while it has a
   * project.
   */
  deleteOrganization(id: OrganizationId): Promise<void>;
}
