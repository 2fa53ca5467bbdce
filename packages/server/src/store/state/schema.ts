import type { Generated } from 'kysely';
import type { IssueId, Level, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { Activity, IssueStatus, Role } from './contract.ts';

/**
 * The tables as the newest migration leaves them. Yes and no are 1 and 0, times are Unix milliseconds, lists are JSON:
 * what every engine has. A table that is new here is also new in `migrations/`.
 */
export interface Schema {
  organization: { id: Generated<OrganizationId>; slug: string; name: string; created_at_ms: number };
  person: {
    id: Generated<UserId>;
    email: string;
    /** The address without case: what addresses are compared by. */
    email_key: string;
    name: string;
    password_hash: string | null;
    created_at_ms: number;
  };
  membership: { organization_id: OrganizationId; person_id: UserId; role: Role };
  session: { hash: string; person_id: UserId; created_at_ms: number; expires_at_ms: number };
  sign_in_link: { hash: string; person_id: UserId | null; expires_at_ms: number };
  api_token: {
    id: Generated<number>;
    person_id: UserId;
    hash: string;
    label: string;
    scopes: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    last_used_at_ms: number | null;
  };
  project: {
    id: Generated<ProjectId>;
    organization_id: OrganizationId;
    slug: string;
    name: string;
    platform: string;
    created_at_ms: number;
    first_event_at_ms: number | null;
    /** The number of the newest issue: the next one's short id. */
    issue_number: Generated<number>;
  };
  project_key: {
    id: Generated<number>;
    project_id: ProjectId;
    label: string;
    public_key: string;
    active: number;
    rate_limit_count: number | null;
    rate_limit_window_s: number | null;
    created_at_ms: number;
  };
  issue: {
    id: Generated<IssueId>;
    organization_id: OrganizationId;
    project_id: ProjectId;
    short_id: string;
    status: IssueStatus;
    level: Level;
    type: string;
    value: string;
    culprit: string;
    platform: string;
    handled: number | null;
    event_count: Generated<number>;
    user_count: Generated<number>;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    first_release: string;
    last_release: string;
    regressed_at_ms: number | null;
    /** What words are looked for in; see `search-text.ts`. */
    search_text: string;
  };
  /** Several hashes may lead to one issue, so that issues can be merged and split. */
  issue_fingerprint: { project_id: ProjectId; hash: string; grouping_version: string; issue_id: IssueId };
  issue_user: { issue_id: IssueId; user_key: string };
  activity: {
    id: Generated<number>;
    issue_id: IssueId;
    person_id: UserId | null;
    kind: Activity['kind'];
    at_ms: number;
  };
  release: {
    project_id: ProjectId;
    version: string;
    organization_id: OrganizationId;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    event_count: number;
  };
  environment: { project_id: ProjectId; name: string };
  setting: { name: string; value: string };
  /** One row. */
  applied: { only: number; sequence: number };
}
