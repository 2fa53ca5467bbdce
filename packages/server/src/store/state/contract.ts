import type { IssueId, Level, OrganizationId, ProjectId, UserId } from '@seismo/protocol';

/**
 * State: organizations, people, projects, keys, issues and their history. Reads see the last committed write. All writes
 * go through `write`: one transaction, one writer at a time, all or nothing; it waits for the lock without blocking the
 * thread. Times are Unix milliseconds.
 */
export interface State extends StateReads {
  write<T>(deed: (tx: StateTx) => Promise<T>): Promise<T>;
  /** Writes that are under way end first. */
  close(): Promise<void>;
}

export interface StateReads {
  // ─── People and sign-in ───
  userCount(): Promise<number>;
  userById(id: UserId): Promise<User | null>;
  /** E-mail addresses compare without case. */
  userByEmail(email: string): Promise<UserWithSecret | null>;
  listMembers(organizationId: OrganizationId): Promise<(User & { role: Role })[]>;
  membershipsOf(userId: UserId): Promise<Membership[]>;
  /** By the SHA-256 of the cookie's value; expired ones are not found. */
  sessionByHash(hash: string, nowMs: number): Promise<Session | null>;
  apiTokenByHash(hash: string, nowMs: number): Promise<ApiToken | null>;
  listApiTokens(userId: UserId): Promise<ApiToken[]>;

  // ─── Organizations and projects ───
  /** By slug, as projects are. */
  listOrganizations(ids: OrganizationId[]): Promise<Organization[]>;
  organizationBySlug(slug: string): Promise<Organization | null>;
  listProjects(organizationIds: OrganizationId[]): Promise<Project[]>;
  projectById(id: ProjectId): Promise<Project | null>;
  projectBySlug(organizationId: OrganizationId, slug: string): Promise<Project | null>;
  listKeys(projectId: ProjectId): Promise<ProjectKey[]>;
  /** The only read on ingest's path. */
  keyByPublicKey(
    publicKey: string,
  ): Promise<(ProjectKey & { organizationId: OrganizationId; projectSlug: string }) | null>;

  // ─── Issues ───
  issueById(id: IssueId): Promise<Issue | null>;
  issueByShortId(organizationId: OrganizationId, shortId: string): Promise<Issue | null>;
  issuesByIds(ids: IssueId[]): Promise<Issue[]>;
  /** Keyset-paged; see `IssueListing`. */
  listIssues(listing: IssueListing): Promise<Issue[]>;
  countIssues(listing: Omit<IssueListing, 'after' | 'count' | 'sort'>): Promise<number>;
  /** Newest first. */
  activityOf(issueId: IssueId): Promise<Activity[]>;
  /** Maps the grouping hashes that are known to their issues. */
  issuesByHash(projectId: ProjectId, hashes: string[]): Promise<Map<string, IssueId>>;
  /** By name, each once. */
  listEnvironments(projectIds: ProjectId[]): Promise<string[]>;
  /** The one first seen last comes first. */
  listReleases(projectId: ProjectId): Promise<Release[]>;

  // ─── The pipeline ───
  /** The journal sequence through which everything has been applied; 0 at first. */
  appliedSequence(): Promise<number>;
  /** A server-wide value, such as the sign-in secret. */
  setting(name: string): Promise<string | null>;
}

export interface StateTx extends StateReads {
  createUser(user: { email: string; name: string; passwordHash: string | null; createdAtMs: number }): Promise<UserId>;
  setPasswordHash(userId: UserId, passwordHash: string): Promise<void>;
  createOrganization(organization: { slug: string; name: string; createdAtMs: number }): Promise<OrganizationId>;
  setMembership(membership: Membership): Promise<void>;
  createSession(session: Session & { hash: string }): Promise<void>;
  deleteSession(hash: string): Promise<void>;
  deleteExpiredSessions(nowMs: number): Promise<void>;
  createSignInLink(link: { hash: string; userId: UserId | null; expiresAtMs: number }): Promise<void>;
  /** Gives the link's user (`null`: first-run set-up) once and never again; `undefined` if unknown, used or expired. */
  takeSignInLink(hash: string, nowMs: number): Promise<{ userId: UserId | null } | undefined>;
  createApiToken(token: Omit<ApiToken, 'id' | 'lastUsedAtMs'> & { hash: string }): Promise<number>;
  deleteApiToken(userId: UserId, id: number): Promise<boolean>;

  createProject(project: Omit<Project, 'id' | 'firstEventAtMs'>): Promise<ProjectId>;
  updateProject(id: ProjectId, change: Partial<Pick<Project, 'name' | 'platform'>>): Promise<void>;
  createKey(key: Omit<ProjectKey, 'id'>): Promise<number>;
  updateKey(id: number, change: Partial<Pick<ProjectKey, 'label' | 'active' | 'rateLimit'>>): Promise<void>;

  /**
   * Finds or creates the issue of each hash, for seeds of one project (hashes are unique only within one). New issues
   * start with no events and count as unseen by lists until they have one.
   */
  ensureIssues(seeds: IssueSeed[]): Promise<Map<string, IssueId>>;
  /**
   * Adds a batch's facts to issues, releases and environments and records `sequence` as applied, all in one transaction.
   * Throws for a sequence that is not greater than the one applied last, and for an issue that is unknown or named twice.
   */
  applyBatch(batch: StateBatch): Promise<void>;
  setIssueStatus(ids: IssueId[], status: IssueStatus): Promise<void>;
  addActivity(activity: Omit<Activity, 'id'>): Promise<void>;
  setSetting(name: string, value: string): Promise<void>;
}

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export interface Organization {
  id: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
}

export interface User {
  id: UserId;
  email: string;
  name: string;
  createdAtMs: number;
}

export interface UserWithSecret extends User {
  passwordHash: string | null;
}

export interface Membership {
  organizationId: OrganizationId;
  userId: UserId;
  role: Role;
}

export interface Session {
  userId: UserId;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface ApiToken {
  id: number;
  userId: UserId;
  /** What it is for, in the owner's words. */
  label: string;
  scopes: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}

export interface Project {
  id: ProjectId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  /** As in the snippets: `javascript`, `javascript-react`, `javascript-nextjs`, `node`, `other`. */
  platform: string;
  createdAtMs: number;
  /** When the first event was stored; `null` while waiting for it. */
  firstEventAtMs: number | null;
}

export interface ProjectKey {
  id: number;
  projectId: ProjectId;
  label: string;
  /** 32 hex digits. Public: it is in every page that uses the SDK. */
  publicKey: string;
  active: boolean;
  /** Events per window, or `null` for no limit. */
  rateLimit: { count: number; windowS: number } | null;
  createdAtMs: number;
}

export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

export interface Issue {
  id: IssueId;
  organizationId: OrganizationId;
  projectId: ProjectId;
  /** `WEB-1A`: project slug in capitals, then the issue's number within the project in base 32. */
  shortId: string;
  status: IssueStatus;
  level: Level;
  /** Type of the exception, or `''` for messages. */
  type: string;
  /** Value of the exception, or the message. */
  value: string;
  culprit: string;
  platform: string;
  handled: boolean | null;
  /** Exact, over all time. */
  eventCount: number;
  userCount: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
  /** When a resolved issue got a new event; `null` if never. */
  regressedAtMs: number | null;
}

export interface IssueSeed {
  organizationId: OrganizationId;
  projectId: ProjectId;
  hash: string;
  groupingVersion: string;
  level: Level;
  type: string;
  value: string;
  culprit: string;
  platform: string;
  handled: boolean | null;
  firstSeenAtMs: number;
}

export interface StateBatch {
  sequence: number;
  atMs: number;
  issues: IssueFacts[];
  releases: {
    projectId: ProjectId;
    organizationId: OrganizationId;
    version: string;
    firstSeenAtMs: number;
    lastSeenAtMs: number;
    events: number;
  }[];
  environments: { projectId: ProjectId; name: string }[];
  firstEvents: { projectId: ProjectId; atMs: number }[];
}

/** What a batch adds to one issue. A resolved issue that gets an event becomes unresolved, with an activity entry. */
export interface IssueFacts {
  issueId: IssueId;
  events: number;
  /** Distinct user keys in this batch, without `''`; `userCount` grows by those the issue had not seen. */
  userKeys: string[];
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
  /** Headline of the newest event in the batch. */
  level: Level;
  type: string;
  value: string;
  culprit: string;
  handled: boolean | null;
}

export interface IssueListing {
  /** No project, no issue. */
  projectIds: ProjectId[];
  /** Empty: any. */
  status: IssueStatus[];
  /** Empty: any. */
  levels: Level[];
  /** Restrict to these issues, or `null` for no restriction (how range and environment come in). */
  ids: IssueId[] | null;
  /** Each must occur, without case, in type, value, culprit or short id. */
  words: string[];
  /** None may occur. */
  withoutWords: string[];
  handled: boolean | null;
  firstRelease: string | null;
  sort: 'last-seen' | 'first-seen' | 'events' | 'users';
  /** The sort value and id of the last row of the page before. */
  after: { value: number; id: IssueId } | null;
  count: number;
}

export interface Release {
  projectId: ProjectId;
  version: string;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  eventCount: number;
}

/** Something that happened to an issue. `userId` is `null` when Seismo did it. */
export interface Activity {
  id: number;
  issueId: IssueId;
  userId: UserId | null;
  kind: 'first-seen' | 'resolved' | 'unresolved' | 'ignored' | 'regressed';
  atMs: number;
}
