import type { EventId, IssueId, OrganizationId, ProjectId, TeamId, UserId } from '@seismo/protocol';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Schedule } from '#domain/alerts/schedule.ts';
import type { HourCount } from '#domain/issue-status/escalation.ts';
import type {
  Alert,
  AlertRule,
  Channel,
  Delivery,
  ChannelThread,
  DeliveryAttempt,
  Escalating,
  Suppression,
} from './alerts/contract.ts';
import type { Artifact, Assembly, BundleUse, Chunk } from './artifacts/contract.ts';
import type { AuditEntry } from './audit/contract.ts';
import type { Configuration } from './configuration/contract.ts';
import type { FilteredExample } from '#domain/filters/examples.ts';
import type { DigestError } from './digests/contract.ts';
import type { EndUserDeletion, EndUserProgress } from './end-users/contract.ts';
import type { Feedback, FeedbackStatus } from './feedback/contract.ts';
import type { Fingerprint, Regroup } from './grouping/contract.ts';
import type { Identity, IdentityProvider } from './identities/contract.ts';
import type { Activity, FirstSeen, Issue, Undo } from './issues/contract.ts';
import type { MaintenanceWindow } from './maintenance/contract.ts';
import type { NotifiedActivity, Subscription } from './notifications/contract.ts';
import type { OutboxChange } from './outbox/contract.ts';
import type { Organization, Project, ProjectKey } from './projects/contract.ts';
import type { Commit, Deploy, Environment, Release, ReleaseRecord } from './releases/contract.ts';
import type { NewBrowser } from './browsers/contract.ts';
import type { ReleaseSummary } from './release-summaries/contract.ts';
import type { ReprocessTask } from './reprocessing/contract.ts';
import type { SavedSearch } from './saved-searches/contract.ts';
import type { Authenticator, Ceremony, Passkey } from './second-factor/contract.ts';
import type { Share } from './shares/contract.ts';
import type { NewSlackUser } from './slack/contract.ts';
import type { ApiToken, Session, SignInLink } from './sign-in/contract.ts';
import type { Team } from './teams/contract.ts';
import type { DayUsage } from './usage/contract.ts';
import type { Invitation, Membership, PreferenceName, UserWithSecret } from './users/contract.ts';
import type { SpikeKind } from './spikes/contract.ts';

/** A column of JSON: queries write its text and read its value (`columns.ts`). */
type JsonText<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

/** The columns of an object of a contract. The columns in `Texts` are JSON; the database generates numeric IDs. */
type Row<T, Texts extends keyof T = never> = {
  [Column in keyof T]: Column extends Texts
    ? JsonText<T[Column]>
    : Column extends 'id'
      ? T[Column] extends number
        ? Generated<T[Column]>
        : T[Column]
      : T[Column];
};

/** A connection or a transaction that queries these tables. */
export type Db = Kysely<Schema>;

/**
 * The tables as the newest migration leaves them. Times are Unix milliseconds. The names of columns are in snake_case in
 * the database; `columns.ts` translates them. A new table and a property with a new name also need a migration in
 * `migrations/`.
 */
export interface Schema {
  /** `emailKey`: the address in lower case, for comparisons. */
  account_user: Row<UserWithSecret> & { emailKey: string };
  preference: { userId: UserId; name: PreferenceName; value: string };
  membership: Membership;
  invitation: Row<Invitation> & { emailKey: string; hash: string };

  session: Session;
  sign_in_link: SignInLink & { hash: string };
  api_token: Row<ApiToken, 'scopes'> & { hash: string };

  identity_provider: Row<IdentityProvider & { clientSecret: string }, 'domains' | 'verifiedDomains'>;
  identity: Identity;

  authenticator: Authenticator & { userId: UserId; secret: string };
  recovery_code: { userId: UserId; hash: string };
  passkey: Row<Passkey, 'transports'>;
  ceremony: Ceremony & { hash: string; expiresAtMs: number };

  audit_entry: Row<AuditEntry>;

  organization: Row<Omit<Organization, 'sharesIssues'>> & { sharesIssues: Generated<boolean> };
  /** `issueNumber`: the number of the newest issue, the base of the next short ID. */
  project: Row<Project> & { issueNumber: Generated<number> };
  project_key: Row<Omit<ProjectKey, 'rateLimit'>> & {
    rateLimitCount: number | null;
    rateLimitWindowS: number | null;
  };

  issue: Row<Omit<Issue, 'assignee' | 'eventCount' | 'userCount'>, 'resolution' | 'archive'> & {
    /** When time alone changes the status; the scheduler reads it. */
    dueAtMs: number | null;
    eventCount: Generated<number>;
    userCount: Generated<number>;
    /** The release that the resolution names, and the one that it follows; `''` for none. */
    resolvedRelease: string;
    resolvedAfter: string;
    assigneeUserId: UserId | null;
    assigneeTeamId: TeamId | null;
    /** The searchable texts; see `search-text.ts`. */
    searchText: string;
    /** 1: older than `issue_first_seen`, which may lack the values of its earlier events. */
    untracked: Generated<number>;
  };
  /** Several hashes may lead to one issue, so that issues can be merged and split. */
  issue_fingerprint: Fingerprint & { projectId: ProjectId; groupingVersion: string };
  issue_user: { issueId: IssueId; userKey: string };
  /** Events by the hour (Unix hours), as long as `escalation.ts` looks back. */
  issue_hour: HourCount & {
    issueId: IssueId;
    /** The threshold of unusual counts for this hour and the day that ends with it; `null` until a batch has set it. */
    perHour: number | null;
    perDay: number | null;
    /** Events of the 23 hours before. */
    dayBefore: number | null;
  };
  /** The environments and releases in which it was seen, the newest `FIRST_SEEN_COUNT_MAX` of each kind. */
  issue_first_seen: FirstSeen & { issueId: IssueId };
  issue_seen: { userId: UserId; issueId: IssueId; seenAtMs: number };
  issue_bookmark: { userId: UserId; issueId: IssueId };
  issue_subscription: Subscription & { issueId: IssueId; userId: UserId };
  undo: Row<Undo, 'changes'> & { hash: string };
  activity: Row<Pick<Activity, 'id' | 'issueId' | 'userId' | 'kind' | 'atMs'>> & {
    /** Further data of this kind. */
    data: JsonText<object>;
    /** The release in which an issue regressed. */
    release: string | null;
  };

  /** Issues that were merged away, and where to. */
  issue_redirect: { issueId: IssueId; intoId: IssueId };
  /** `data`: the moves. */
  regroup: Omit<Regroup, RegroupData> & { data: JsonText<Pick<Regroup, RegroupData>> };

  digest_error: DigestError & { projectId: ProjectId };

  feedback: Row<Omit<Feedback, 'issueId' | 'status'>, 'tags'> & { status: Generated<FeedbackStatus> };

  /** The observed use of a release in a project. `untracked`: it is older than `issue_first_seen`. */
  release: Release & { organizationId: OrganizationId; untracked: Generated<number> };
  release_record: Row<Omit<ReleaseRecord, 'projectIds' | 'deployCount'>, 'refs'>;
  release_project: { releaseId: number; projectId: ProjectId };
  release_commit: Row<Omit<Commit, 'id'>, 'files'> & { releaseId: number; position: number; commitId: string };
  deploy: Row<Deploy> & { releaseId: number };
  release_summary: Row<ReleaseSummary, 'health'>;
  environment: Environment & { hidden: Generated<boolean>; untracked: Generated<number> };

  end_user_deletion: Row<Omit<EndUserDeletion, keyof EndUserProgress>> & { data: JsonText<EndUserProgress> };

  /** One row. */
  lease: { only: number; epoch: number; holder: string };

  outbox: {
    id: number;
    atMs: number;
    kind: OutboxChange['kind'];
    projectIds: JsonText<ProjectId[]>;
    issueId: IssueId | null;
    data: JsonText<object>;
  };
  /** One row: the ID given last. */
  outbox_head: { only: number; id: number };
  outbox_reader: { name: string; position: number };

  artifact_bundle: {
    id: Generated<number>;
    organizationId: OrganizationId;
    /** SHA-1 of a bundle; `null` for files that were uploaded one by one. */
    checksum: string | null;
    fileCount: number;
    debugIdCount: number;
    mapCount: number;
    bytes: number;
  };
  /** For which projects and releases a bundle was uploaded. */
  artifact_use: BundleUse & { bundleId: number };
  artifact: Row<Omit<Artifact, 'release' | 'dist' | 'uploadedAtMs'>>;
  artifact_chunk: Chunk;
  artifact_assembly: Omit<Assembly, AssemblyPlan> & { plan: JsonText<Pick<Assembly, AssemblyPlan>> };

  /** One row. */
  applied: { only: number; sequence: number };
  lane: { id: number; sequence: number };

  setting: { name: string; value: string };

  issue_share: Row<Share> & { hash: string };

  /** `id` grows with every write, so that the newest ID of a project shows whether anything changed. */
  configuration: Row<Configuration & { id: number }, 'document'>;
  filtered_example: FilteredExample;

  /** `limitedAtMs`: when something was limited last. */
  open_spike: { projectId: ProjectId; kind: SpikeKind; startedAtMs: number; limitedAtMs: number };

  team: Row<Omit<Team, 'memberIds' | 'projectIds'>>;
  team_member: { teamId: TeamId; userId: UserId };
  project_team: { projectId: ProjectId; teamId: TeamId };

  project_usage: DayUsage;

  reprocess_task: Row<Omit<ReprocessTask, 'before'>> & { beforeAtMs: number | null; beforeEventId: EventId | null };

  saved_search: Row<SavedSearch>;

  /** `settings`: JSON, sealed; `''` after the deletion. */
  channel: Row<Omit<Channel, 'settings'>> & { settings: string };
  alert_rule: Row<
    Omit<AlertRule, 'channelIds' | 'mutedBy'>,
    'environments' | 'schedule' | 'condition' | 'evaluated' | 'escalation' | 'owner'
  >;
  alert_rule_channel: { ruleId: number; channelId: number };
  alert: Row<Omit<Alert, 'matches'>, 'measured'>;
  /** `suppressed`: `''` if a message was queued. */
  alert_match: { alertId: number; ruleId: number; suppressed: Suppression | '' };
  alert_escalation: Escalating;
  alert_rule_mute: { ruleId: number; userId: UserId };
  /** Once: `schedule` is `null`; every week: the times are. */
  maintenance_window: Row<Omit<MaintenanceWindow, 'times'>, 'projectIds'> & {
    startsAtMs: number | null;
    endsAtMs: number | null;
    schedule: JsonText<Schedule | null>;
  };
  /** `subscription`: sealed; `''` once it is deleted. */
  browser: Row<Omit<NewBrowser, 'subscription'> & { id: number }> & {
    subscription: string;
    deletedAtMs: number | null;
  };
  slack_user: Row<NewSlackUser & { id: number }>;
  channel_thread: ChannelThread;
  delivery: Row<Omit<Delivery, 'notice'>> & { notice: string | null };
  delivery_alert: { deliveryId: number; alertId: number };
  delivery_activity: NotifiedActivity & { deliveryId: number };
  delivery_attempt: DeliveryAttempt;

  /** One row for every time that an issue got new texts; the texts themselves are in the engine's own index, under `id`. */
  issue_text: { id: Generated<number>; issueId: IssueId };
  /** The texts of an issue: their hashes, eight bytes each in base64, and their characters. */
  issue_texts: { issueId: IssueId; hashes: string; informativeChars: number; otherChars: number };
}

type RegroupData = 'moves' | 'events' | 'groups';
export type AssemblyPlan = 'chunks' | 'projectIds' | 'release' | 'dist';
