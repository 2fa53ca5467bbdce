import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { RequestedBy } from '../search/contract.ts';

/**
 * An organization has one release per version, with its projects. A release is created by its first event, in a batch
 * (like environments), or earlier by a tool. Data from tools and data from events are separate.
 */
export interface ReleaseReads {
  /** By name, each once; those that are hidden in all of the projects are left out. */
  listEnvironments(projectIds: ProjectId[]): Promise<string[]>;
  /** By project those that are not hidden in it. */
  listEnvironmentsByProject(projectIds: ProjectId[]): Promise<Map<ProjectId, string[]>>;
  /** All environments of a project, including hidden ones, by name. */
  environmentsOf(projectId: ProjectId): Promise<{ name: string; hidden: boolean }[]>;
  /** As events show them, last first-seen first; at most the newest `RELEASE_OF_PROJECT_COUNT_MAX`. */
  listReleases(projectId: ProjectId): Promise<Release[]>;
  /** `listReleases` of each of these projects, one after the other. */
  listReleasesOfProjects(projectIds: ProjectId[]): Promise<Release[]>;
  /** Data from events about these versions in these projects, by project and version. */
  releaseEventStats(projectIds: ProjectId[], versions: string[]): Promise<Release[]>;
  /**
   * Issues that were first seen, regressed or are resolved in one of these versions; versions without any have no row.
   */
  releaseIssueCounts(projectIds: ProjectId[], versions: string[]): Promise<ReleaseIssues[]>;
  /** Issues that are resolved in the release after this one. */
  resolvedAfterCounts(projectIds: ProjectId[]): Promise<{ projectId: ProjectId; after: string; issues: number }[]>;

  releaseRecord(organizationId: OrganizationId, version: string): Promise<ReleaseRecord | null>;
  /** The first release of the project, by creation, that contains the commit. */
  releaseWithCommit(projectId: ProjectId, commit: string): Promise<string | null>;
  /** In the order in which they were given: the newest first. */
  commitsOf(releaseIds: readonly number[]): Promise<(Commit & { releaseId: number })[]>;
  /** The newest commit and the last deploy of each release that has one, for lists. */
  newestCommits(releaseIds: number[]): Promise<(Omit<Commit, 'files'> & { releaseId: number })[]>;
  lastDeploys(releaseIds: number[]): Promise<(Deploy & { releaseId: number })[]>;
  /** Newest first. */
  deploysOf(releaseIds: readonly number[]): Promise<(Deploy & { releaseId: number })[]>;
}

/** See `StateSearches`. */
export interface ReleaseSearches {
  /** The newest first: by the day of release, or of creation as long as there is none. */
  listReleaseRecords(listing: ReleaseListing): Promise<ReleaseRecord[]>;
  /** Commits of the project's releases with this text in message, author or hash: newest release first, each once. */
  findCommits(search: CommitSearch): Promise<FoundCommit[]>;
}

export interface ReleaseWrites {
  /** The number of the organization's release of this version, made now if there is none. */
  ensureRelease(release: {
    organizationId: OrganizationId;
    version: string;
    projectIds: ProjectId[];
    createdAtMs: number;
  }): Promise<number>;
  updateRelease(
    id: number,
    change: Partial<Pick<ReleaseRecord, 'startedAtMs' | 'releasedAtMs' | 'url' | 'ref' | 'status' | 'refs'>>,
  ): Promise<void>;
  /** These are the release's commits from now on. */
  setCommits(id: number, commits: Commit[]): Promise<void>;
  addDeploy(id: number, deploy: Omit<Deploy, 'id'>): Promise<number>;
  /** Has no effect on an environment that was never seen. */
  hideEnvironment(projectId: ProjectId, name: string, hidden: boolean): Promise<void>;
  /** Deletes its commits and deploys, too. Data from events stays, and another event creates it again. */
  deleteRelease(id: number): Promise<void>;
}

export interface ReleaseIssues {
  projectId: ProjectId;
  version: string;
  newIssues: number;
  regressedIssues: number;
  resolvedIssues: number;
}

export interface Release {
  projectId: ProjectId;
  version: string;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  eventCount: number;
}

export interface ReleaseRecord {
  id: number;
  organizationId: OrganizationId;
  version: string;
  /** By number. */
  projectIds: ProjectId[];
  createdAtMs: number;
  startedAtMs: number | null;
  releasedAtMs: number | null;
  url: string;
  ref: string;
  status: 'open' | 'archived';
  /** The last commit per repository, if that is all that was reported. */
  refs: CommitRef[];
  commitCount: number;
  deployCount: number;
}

export interface CommitRef {
  repository: string;
  commit: string;
  previousCommit: string | null;
}

export interface Commit {
  id: string;
  message: string;
  authorName: string;
  authorEmail: string;
  atMs: number | null;
  repository: string;
  files: { path: string; change: 'added' | 'modified' | 'deleted' }[];
}

/** `release`: the newest one that contains it. */
export type FoundCommit = Omit<Commit, 'files' | 'authorEmail'> & { release: string };

export interface Deploy {
  id: number;
  environment: string;
  name: string;
  url: string;
  startedAtMs: number | null;
  finishedAtMs: number;
}

export interface CommitSearch extends RequestedBy {
  projectId: ProjectId;
  text: string;
  count: number;
}

export interface ReleaseListing extends RequestedBy {
  /** Of at least one of these projects. */
  projectIds: ProjectId[];
  /** One of these versions, or deployed to one of these environments; `null` for any. */
  seenIn: { versions: string[]; environments: string[] } | null;
  status: ReleaseRecord['status'] | null;
  /** Part of the version, in any case; `''` for all. */
  text: string;
  /** Released in this time, or created in it as long as there is no day of release; left out: ever. */
  during?: { fromMs: number; toMs: number };
  /** The last release of the previous page. */
  after: { atMs: number; id: number } | null;
  count: number;
}

/** The facts that a batch adds to one release. */
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
