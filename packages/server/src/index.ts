export type { KitAddresses, Runtime } from './runtime.ts';
export type { SignedIn } from './command/accounts/start-session.ts';
export { runtimeKey } from './runtime.ts';
export type * from './query/accounts/views.ts';
export type * from './query/alerts/views.ts';
export type * from './query/end-users/views.ts';
export type * from './query/events/views.ts';
export type * from './query/feedback/views.ts';
export type * from './query/issues/views.ts';
export type * from './query/notifications/views.ts';
export type * from './query/projects/views.ts';
export type * from './query/releases/views.ts';
export type * from './query/search/views.ts';
export type * from './query/share/views.ts';
export type * from './query/source-maps/views.ts';
export type * from './query/spans/views.ts';
export type * from './query/stats/views.ts';
export type * from './query/tags/views.ts';
export type * from './query/usage/views.ts';
export type { RangeName, Series, Span, CustomRange, TimeRange } from './query/range.ts';
export type { Found } from './query/find.ts';
export type * from './query/configuration/views.ts';
export type * from './query/export/views.ts';
export type * from './query/home/views.ts';
export type * from './query/performance/views.ts';
export type * from './query/traces/views.ts';
export type { AlertMetric, FrequencyCondition, MetricCondition, RuleCondition } from './domain/alerts/conditions.ts';
export type { NotificationSettingsInput } from './command/accounts/set-notifications.ts';
export type { PushSubscriptionInput } from './command/notifications/browsers.ts';
export type { MaintenanceInput } from './command/alerts/maintenance.ts';
export type { AlertLevel } from './domain/alerts/levels.ts';
export type { Evaluation } from './domain/alerts/reports.ts';
export type { EventChange, ReleaseRating } from './domain/releases/measured-health.ts';
export type { Priority } from './domain/issue-status/priority.ts';
export type { PermissionName } from './domain/permissions/permissions.ts';
export type { Role } from './domain/permissions/role.ts';
export type { Viewer, Scope } from './domain/permissions/viewer.ts';
export type {
  Activity,
  ApiToken,
  AuditAction,
  Archive,
  Commit,
  CommitRef,
  ConfigurationName,
  Deploy,
  Issue,
  IssueName,
  IssueStatus,
  Project,
  ProjectKey,
  Resolution,
  Substate,
  Suppression,
} from './store/state/contract.ts';
export type { EventSelector } from './query/events/event.ts';
export type {
  ComparedComponent,
  ComparedEvent,
  GroupingComparison,
  HashView,
  SimilarIssue,
} from './query/issues/grouping.ts';
export type { MergeTarget } from './query/issues/merge-targets.ts';
export type { RegroupPreview, RegroupPreviewGroup } from './query/issues/regroup-preview.ts';
export type { OwnershipPreview } from './query/issues/ownership.ts';
export type { DeadLetterContent } from './command/projects/read-dead-letter.ts';
export type { IssueChange } from './command/issues/change-issues.ts';
export type { IssueFlags } from './command/issues/flag-issues.ts';
export type { SavedSearchInput } from './command/issues/save-search.ts';
export type { IssueSelection } from './command/issues/select-issues.ts';
export type { HealthResult } from './health/run.ts';
export type { Severity } from './health/contract.ts';
export type { DiskStatus } from './platform/disk-space.ts';
export type { RefusalCode } from './platform/refusal.ts';
