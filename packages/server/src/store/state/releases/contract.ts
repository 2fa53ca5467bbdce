import type { OrganizationId, ProjectId } from '@seismo/protocol';

/** Both come with the events: a batch writes them. */
export interface ReleaseReads {
  /** By name, each once. */
  listEnvironments(projectIds: ProjectId[]): Promise<string[]>;
  /** The one first seen last comes first. */
  listReleases(projectId: ProjectId): Promise<Release[]>;
}

export interface Release {
  projectId: ProjectId;
  version: string;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  eventCount: number;
}

/** What a batch adds to one release. */
export interface ReleaseFacts {
  projectId: ProjectId;
  organizationId: OrganizationId;
  version: string;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  events: number;
}

export interface Environment {
  projectId: ProjectId;
  name: string;
}
