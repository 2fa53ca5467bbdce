import type { AlertReads, AlertWrites } from './alerts/contract.ts';
import type { ArtifactReads, ArtifactWrites } from './artifacts/contract.ts';
import type { AuditReads, AuditWrites } from './audit/contract.ts';
import type { BatchReads, BatchWrites } from './batch/contract.ts';
import type { ConfigurationReads, ConfigurationWrites } from './configuration/contract.ts';
import type { DigestReads, DigestWrites } from './digests/contract.ts';
import type { EndUserReads, EndUserWrites } from './end-users/contract.ts';
import type { FeedbackReads, FeedbackSearches, FeedbackWrites } from './feedback/contract.ts';
import type { GroupingReads, GroupingWrites } from './grouping/contract.ts';
import type { IdentityReads, IdentityWrites } from './identities/contract.ts';
import type { IssueReads, IssueSearches, IssueWrites } from './issues/contract.ts';
import type { LeaseLost, LeaseReads, LeaseWrites } from './lease/contract.ts';
import type { BrowserReads, BrowserWrites } from './browsers/contract.ts';
import type { ReleaseSummaryReads, ReleaseSummaryWrites } from './release-summaries/contract.ts';
import type { MaintenanceReads, MaintenanceWrites } from './maintenance/contract.ts';
import type { NotificationReads, NotificationWrites, UnsubscribeTokens } from './notifications/contract.ts';
import type { OutboxReads, OutboxWrites } from './outbox/contract.ts';
import type { UserReads, UserWrites } from './users/contract.ts';
import type { ProjectReads, ProjectWrites } from './projects/contract.ts';
import type { ReferenceReads } from './references/contract.ts';
import type { ReleaseReads, ReleaseSearches, ReleaseWrites } from './releases/contract.ts';
import type { RemovalWrites } from './removal/contract.ts';
import type { ReprocessReads, ReprocessWrites } from './reprocessing/contract.ts';
import type { SavedSearchReads, SavedSearchWrites } from './saved-searches/contract.ts';
import type { SearchReads, SearchWrites } from './search/contract.ts';
import type { SecondFactorReads, SecondFactorWrites } from './second-factor/contract.ts';
import type { SettingReads, SettingWrites } from './settings/contract.ts';
import type { ShareReads, ShareWrites } from './shares/contract.ts';
import type { SignInReads, SignInWrites } from './sign-in/contract.ts';
import type { SlackLinkTokens, SlackReads, SlackWrites } from './slack/contract.ts';
import type { SpikeWrites } from './spikes/contract.ts';
import type { TeamReads, TeamWrites } from './teams/contract.ts';
import type { UsageReads, UsageWrites } from './usage/contract.ts';

export type * from './alerts/contract.ts';
export type * from './artifacts/contract.ts';
export type * from './audit/contract.ts';
export type * from './batch/contract.ts';
export type * from './configuration/contract.ts';
export type * from './digests/contract.ts';
export type * from './end-users/contract.ts';
export type * from './feedback/contract.ts';
export type * from './grouping/contract.ts';
export type * from './identities/contract.ts';
export type * from './issues/contract.ts';
export type * from './lease/contract.ts';
export type * from './maintenance/contract.ts';
export type * from './browsers/contract.ts';
export type * from './slack/contract.ts';
export type * from './release-summaries/contract.ts';
export type * from './notifications/contract.ts';
export type * from './outbox/contract.ts';
export type * from './users/contract.ts';
export type * from './projects/contract.ts';
export type * from './references/contract.ts';
export type * from './releases/contract.ts';
export type * from './removal/contract.ts';
export type * from './reprocessing/contract.ts';
export type * from './saved-searches/contract.ts';
export type * from './search/contract.ts';
export type * from './second-factor/contract.ts';
export type * from './settings/contract.ts';
export type * from './shares/contract.ts';
export type * from './sign-in/contract.ts';
export type * from './spikes/contract.ts';
export type * from './teams/contract.ts';
export type * from './usage/contract.ts';

/**
 * State: organizations, users, projects, keys, issues and their history. Reads see the last committed write. All writes
 * go through `write`: one atomic transaction, one writer at a time over all processes. It waits for the lock without
 * blocking the thread. If a transaction fails only because of another one, the callback runs again. Times are Unix
 * milliseconds.
 *
 * Each subject is a folder with its contract, its conformance suite and its queries, which are the same for every
 * engine (`engine.ts` has the differences). Tables are in `schema.ts`. Add a new subject to the lists here and in the
 * files that compose the same way: `state.sql.ts` and `state.conformance.ts`.
 */
export interface State extends StateReads, StateSearches, UnsubscribeTokens, SlackLinkTokens {
  write<T>(callback: (tx: StateTx) => Promise<T>): Promise<T>;
  /** Called after each write that published to the outbox has committed. Returns how to stop that. */
  onPublished(listener: () => void): () => void;
  /** Called when a write of this server failed because it has lost the lease. */
  onLeaseLost(listener: (lost: LeaseLost) => void): void;
  /** Writes that are under way end first. */
  close(): Promise<void>;
}

export interface StateReads
  extends
    UserReads,
    SignInReads,
    IdentityReads,
    SecondFactorReads,
    AuditReads,
    ProjectReads,
    IssueReads,
    GroupingReads,
    DigestReads,
    EndUserReads,
    FeedbackReads,
    ReleaseReads,
    LeaseReads,
    OutboxReads,
    ArtifactReads,
    BatchReads,
    SettingReads,
    ShareReads,
    ReferenceReads,
    ConfigurationReads,
    TeamReads,
    UsageReads,
    ReprocessReads,
    SearchReads,
    SavedSearchReads,
    AlertReads,
    MaintenanceReads,
    BrowserReads,
    SlackReads,
    ReleaseSummaryReads,
    NotificationReads {}

/**
 * Reads that stored text, the number of rows or the query can make slow. An engine runs them without blocking others,
 * stops them after `SEARCH_MS_MAX` (`SearchLimitExceeded`), and refuses when too many wait. They see the last committed write
 * and run outside transactions, which would hold the lock meanwhile.
 */
export interface StateSearches extends IssueSearches, ReleaseSearches, FeedbackSearches {}

export interface StateTx
  extends
    StateReads,
    UserWrites,
    SignInWrites,
    IdentityWrites,
    SecondFactorWrites,
    AuditWrites,
    ProjectWrites,
    IssueWrites,
    GroupingWrites,
    DigestWrites,
    EndUserWrites,
    FeedbackWrites,
    ReleaseWrites,
    LeaseWrites,
    OutboxWrites,
    ArtifactWrites,
    BatchWrites,
    SettingWrites,
    ShareWrites,
    ConfigurationWrites,
    SpikeWrites,
    TeamWrites,
    UsageWrites,
    ReprocessWrites,
    RemovalWrites,
    SearchWrites,
    SavedSearchWrites,
    AlertWrites,
    MaintenanceWrites,
    BrowserWrites,
    SlackWrites,
    ReleaseSummaryWrites,
    NotificationWrites {}
