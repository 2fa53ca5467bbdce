import type { IssueId, OrganizationId, UserId } from '@seismo/protocol';
import type {
  Activity,
  ApiToken,
  Issue,
  Membership,
  Organization,
  Project,
  ProjectKey,
  Release,
  Session,
  UserWithSecret,
} from '../contract.ts';

export interface Data {
  /** Numbered per kind, as tables are. */
  lastIds: Record<'user' | 'organization' | 'token' | 'project' | 'key' | 'issue' | 'activity', number>;
  users: UserWithSecret[];
  organizations: Organization[];
  memberships: Membership[];
  sessions: (Session & { hash: string })[];
  links: { hash: string; userId: UserId | null; expiresAtMs: number }[];
  tokens: (ApiToken & { hash: string })[];
  projects: (Project & { issueNumber: number })[];
  keys: ProjectKey[];
  issues: (Issue & { users: string[] })[];
  fingerprints: { projectId: Project['id']; hash: string; groupingVersion: string; issueId: IssueId }[];
  activities: Activity[];
  releases: (Release & { organizationId: OrganizationId })[];
  environments: { projectId: Project['id']; name: string }[];
  settings: { name: string; value: string }[];
  appliedSequence: number;
}

export function emptyData(): Data {
  return {
    lastIds: { user: 0, organization: 0, token: 0, project: 0, key: 0, issue: 0, activity: 0 },
    users: [],
    organizations: [],
    memberships: [],
    sessions: [],
    links: [],
    tokens: [],
    projects: [],
    keys: [],
    issues: [],
    fingerprints: [],
    activities: [],
    releases: [],
    environments: [],
    settings: [],
    appliedSequence: 0,
  };
}

export type MemoryIssue = Data['issues'][number];

export function issueById(data: Data, id: IssueId): MemoryIssue | undefined {
  return data.issues.find((issue) => issue.id === id);
}
