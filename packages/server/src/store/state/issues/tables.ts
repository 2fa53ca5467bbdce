import type { Generated } from 'kysely';
import type { IssueId, Level, OrganizationId, ProjectId, TeamId, UserId } from '@seismo/protocol';
import type { Activity, FirstSeen, IssueStatus, Priority, Substate } from './contract.ts';

export interface IssueTables {
  issue: {
    id: Generated<IssueId>;
    organization_id: OrganizationId;
    project_id: ProjectId;
    short_id: string;
    status: IssueStatus;
    substate: Substate | null;
    status_at_ms: number;
    /** JSON. */
    resolution: string | null;
    archive: string | null;
    /** When time alone changes the status: what the scheduler looks for. */
    due_at_ms: number | null;
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
    /** The release that the resolution names, and the one that it comes after; `''` for none. */
    resolved_release: string;
    resolved_after: string;
    regressed_at_ms: number | null;
    assignee_user_id: UserId | null;
    assignee_team_id: TeamId | null;
    priority: Priority | null;
    /** What words are looked for in; see `search-text.ts`. */
    search_text: string;
    /** 1: it is older than `issue_first_seen`, which may lack what its earlier events say. */
    untracked: Generated<number>;
  };
  /** Several hashes may lead to one issue, so that issues can be merged and split. */
  issue_fingerprint: { project_id: ProjectId; hash: string; grouping_version: string; issue_id: IssueId };
  issue_user: { issue_id: IssueId; user_key: string };
  /** Events by the hour (Unix hours), as long as `escalation.ts` looks back. */
  issue_hour: {
    issue_id: IssueId;
    hour: number;
    events: number;
    /** What more than would be unusual in this hour and in the day that ends with it; `null` until the batch has said so. */
    per_hour: number | null;
    per_day: number | null;
    /** Events of the 23 hours before. */
    day_before: number | null;
  };
  /** The environments and releases in which it was seen, the newest `FIRST_SEEN_COUNT_MAX` of each kind. */
  issue_first_seen: { issue_id: IssueId; kind: FirstSeen['kind']; value: string; at_ms: number };
  issue_seen: { user_id: UserId; issue_id: IssueId; seen_at_ms: number };
  issue_bookmark: { user_id: UserId; issue_id: IssueId };
  undo: {
    hash: string;
    user_id: UserId;
    what: string;
    /** JSON. */
    changes: string;
    expires_at_ms: number;
  };
  activity: {
    id: Generated<number>;
    issue_id: IssueId;
    user_id: UserId | null;
    kind: Activity['kind'];
    at_ms: number;
    /** JSON: what else there is to say of this kind. */
    data: string;
    /** That an issue came back in. */
    release: string | null;
  };
}
