import type { DebugId, EventId, IssueId, Level, OrganizationId, ProjectId, TeamId, UserId } from '@seismo/protocol';
import type { Generated } from 'kysely';
import type { ArtifactKind } from './artifacts/contract.ts';
import type { AuditAction } from './audit/contract.ts';
import type { ConfigurationName } from './configuration/contract.ts';
import type { FeedbackStatus } from './feedback/contract.ts';
import type { Regroup } from './grouping/contract.ts';
import type { Activity, FirstSeen, IssueStatus, Priority, Substate } from './issues/contract.ts';
import type { OutboxChange } from './outbox/contract.ts';
import type { ReleaseRecord } from './releases/contract.ts';
import type { Ceremony } from './second-factor/contract.ts';
import type { SignInMethod } from './sign-in/contract.ts';
import type { PreferenceName, Role } from './users/contract.ts';

/**
 * The tables as the newest migration leaves them, in types that every engine has: booleans are 1 and 0, times are Unix
 * milliseconds, lists are JSON. A new table also needs a migration in `migrations/`.
 */
export interface Schema {
  account_user: {
    id: Generated<UserId>;
    email: string;
    /** The address in lower case, for comparisons. */
    email_key: string;
    name: string;
    password_hash: string | null;
    created_at_ms: number;
  };
  preference: { user_id: UserId; name: PreferenceName; value: string };
  membership: { organization_id: OrganizationId; user_id: UserId; role: Role };
  invitation: {
    id: Generated<number>;
    organization_id: OrganizationId;
    email: string;
    email_key: string;
    role: Role;
    hash: string;
    invited_by: UserId;
    created_at_ms: number;
    expires_at_ms: number;
  };

  session: {
    hash: string;
    user_id: UserId;
    method: SignInMethod;
    organization_id: OrganizationId | null;
    user_agent: string;
    address: string | null;
    created_at_ms: number;
    last_seen_at_ms: number;
    expires_at_ms: number;
  };
  sign_in_link: { hash: string; user_id: UserId | null; expires_at_ms: number };
  api_token: {
    id: Generated<number>;
    user_id: UserId;
    organization_id: OrganizationId | null;
    hash: string;
    label: string;
    scopes: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    last_used_at_ms: number | null;
  };

  identity_provider: {
    organization_id: OrganizationId;
    name: string;
    issuer: string;
    client_id: string;
    client_secret: string;
    domains: string;
    verified_domains: string;
    role: Role;
  };
  identity: { organization_id: OrganizationId; issuer: string; subject: string; user_id: UserId };

  authenticator: { user_id: UserId; secret: string; enabled_at_ms: number | null; last_step: number };
  recovery_code: { user_id: UserId; hash: string };
  passkey: {
    id: string;
    user_id: UserId;
    label: string;
    public_key: string;
    counter: number;
    transports: string;
    created_at_ms: number;
    last_used_at_ms: number | null;
  };
  ceremony: {
    hash: string;
    kind: Ceremony['kind'];
    user_id: UserId | null;
    organization_id: OrganizationId | null;
    expires_at_ms: number;
  };

  audit_entry: {
    id: Generated<number>;
    organization_id: OrganizationId;
    at_ms: number;
    user_id: UserId | null;
    by_token: number;
    action: AuditAction;
    subject: string;
    detail: string;
  };

  organization: {
    id: Generated<OrganizationId>;
    slug: string;
    name: string;
    created_at_ms: number;
    shares_issues: Generated<number>;
  };
  project: {
    id: Generated<ProjectId>;
    organization_id: OrganizationId;
    slug: string;
    name: string;
    platform: string;
    created_at_ms: number;
    first_event_at_ms: number | null;
    /** The number of the newest issue, the base of the next short id. */
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
    substate: Substate | null;
    status_at_ms: number;
    /** JSON. */
    resolution: string | null;
    archive: string | null;
    /** When time alone changes the status; the scheduler reads it. */
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
    /** The release that the resolution names, and the one that it follows; `''` for none. */
    resolved_release: string;
    resolved_after: string;
    regressed_at_ms: number | null;
    assignee_user_id: UserId | null;
    assignee_team_id: TeamId | null;
    priority: Priority | null;
    /** The searchable texts; see `search-text.ts`. */
    search_text: string;
    /** 1: older than `issue_first_seen`, which may lack the values of its earlier events. */
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
    /** The threshold of unusual counts for this hour and the day that ends with it; `null` until a batch has set it. */
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
    /** JSON: further data of this kind. */
    data: string;
    /** The release in which an issue regressed. */
    release: string | null;
  };

  /** Issues that were merged away, and where to. */
  issue_redirect: { issue_id: IssueId; into_id: IssueId };
  regroup: {
    id: string;
    project_id: ProjectId;
    user_id: UserId | null;
    at_ms: number;
    operation: Regroup['operation'];
    issue_id: IssueId;
    /** JSON: the moves. */
    data: string;
    undone_at_ms: number | null;
  };

  digest_error: { project_id: ProjectId; digest_hash: string; error_hash: string; waits: number };

  feedback: {
    id: Generated<number>;
    project_id: ProjectId;
    feedback_id: EventId;
    at_ms: number;
    status: Generated<FeedbackStatus>;
    status_user_id: UserId | null;
    status_at_ms: number | null;
    message: string;
    name: string;
    email: string;
    url: string;
    source: string;
    event_id: EventId | null;
    event_hash: string | null;
    digest: string;
    digest_hash: string | null;
    environment: string;
    release: string;
    user_key: string;
    trace_id: string;
    replay_id: string;
    /** JSON. */
    tags: string;
  };

  /** The observed use of a release in a project. */
  release: {
    project_id: ProjectId;
    version: string;
    organization_id: OrganizationId;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    event_count: number;
    /** 1: it is older than `issue_first_seen`. */
    untracked: Generated<number>;
  };
  release_record: {
    id: Generated<number>;
    organization_id: OrganizationId;
    version: string;
    created_at_ms: number;
    started_at_ms: number | null;
    released_at_ms: number | null;
    url: string;
    ref: string;
    status: ReleaseRecord['status'];
    /** JSON: a list of `CommitRef`. */
    refs: string;
    commit_count: number;
  };
  release_project: { release_id: number; project_id: ProjectId };
  release_commit: {
    release_id: number;
    position: number;
    commit_id: string;
    message: string;
    author_name: string;
    author_email: string;
    at_ms: number | null;
    repository: string;
    /** JSON: the list of changed files. */
    files: string;
  };
  deploy: {
    id: Generated<number>;
    release_id: number;
    environment: string;
    name: string;
    url: string;
    started_at_ms: number | null;
    finished_at_ms: number;
  };
  environment: { project_id: ProjectId; name: string; hidden: Generated<number>; untracked: Generated<number> };

  /** One row. */
  lease: { only: number; epoch: number; holder: string };

  /** `project_ids` and `data` are JSON. */
  outbox: {
    id: number;
    at_ms: number;
    kind: OutboxChange['kind'];
    project_ids: string;
    issue_id: IssueId | null;
    data: string;
  };
  /** One row: the id given last. */
  outbox_head: { only: number; id: number };
  outbox_reader: { name: string; position: number };

  artifact_bundle: {
    id: Generated<number>;
    organization_id: OrganizationId;
    /** SHA-1 of a bundle; `null` for files that were uploaded one by one. */
    checksum: string | null;
    file_count: number;
    debug_id_count: number;
    map_count: number;
    bytes: number;
  };
  /** For which projects and releases a bundle was uploaded. */
  artifact_use: {
    bundle_id: number;
    project_id: ProjectId;
    release: string;
    dist: string;
    uploaded_at_ms: number;
  };
  artifact: {
    id: Generated<number>;
    bundle_id: number;
    organization_id: OrganizationId;
    kind: ArtifactKind;
    url: string;
    debug_id: DebugId | null;
    map_url: string;
    map_id: number | null;
    blob_key: string;
    bytes: number;
  };
  artifact_chunk: {
    organization_id: OrganizationId;
    checksum: string;
    bytes: number;
    added_at_ms: number;
  };
  artifact_assembly: {
    organization_id: OrganizationId;
    checksum: string;
    /** JSON: the parts of the bundle and its projects. */
    plan: string;
    started_at_ms: number;
    problem: string | null;
  };

  /** One row. */
  applied: { only: number; sequence: number };
  lane: { id: number; sequence: number };

  setting: { name: string; value: string };

  issue_share: {
    id: Generated<number>;
    issue_id: IssueId;
    event_id: EventId;
    hash: string;
    user_id: UserId | null;
    created_at_ms: number;
    expires_at_ms: number;
    last_opened_at_ms: number | null;
  };

  configuration: {
    /** Grows with every write, so that the newest id of a project shows whether anything changed. */
    id: Generated<number>;
    project_id: ProjectId;
    name: ConfigurationName;
    version: number;
    at_ms: number;
    user_id: UserId | null;
    document: string;
  };
  filtered_example: { project_id: ProjectId; reason: string; title: string; at_ms: number };

  /** `limited_at_ms`: when an event was limited last. */
  open_spike: { project_id: ProjectId; started_at_ms: number; limited_at_ms: number };

  team: {
    id: Generated<TeamId>;
    organization_id: OrganizationId;
    slug: string;
    name: string;
    created_at_ms: number;
  };
  team_member: { team_id: TeamId; user_id: UserId };
  project_team: { project_id: ProjectId; team_id: TeamId };

  project_usage: { project_id: ProjectId; day: number; key_id: number; bytes: number };

  reprocess_task: {
    id: Generated<number>;
    bundle_id: number;
    project_id: ProjectId;
    release: string;
    dist: string;
    round: number;
    requested_at_ms: number;
    total: number | null;
    done: number;
    mapped: number;
    before_at_ms: number | null;
    before_event_id: EventId | null;
    ended_at_ms: number | null;
  };

  saved_search: {
    id: Generated<number>;
    organization_id: OrganizationId;
    user_id: UserId | null;
    shared: number;
    name: string;
    query: string;
    sort: string;
    created_at_ms: number;
  };

  /** One row for every time that an issue got new texts; the texts themselves are in the engine's own index, under `id`. */
  issue_text: { id: Generated<number>; issue_id: IssueId };
  /** The texts of an issue: their hashes, eight bytes each in base64, and their characters. */
  issue_texts: { issue_id: IssueId; hashes: string; telling_chars: number; other_chars: number };
}
