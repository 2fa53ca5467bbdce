import type { Generated } from 'kysely';
import type { IssueId, Level, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { Activity, IssueStatus } from './contract.ts';

export interface IssueTables {
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
}
