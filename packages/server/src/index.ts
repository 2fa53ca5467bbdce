export type { KitAddresses, Runtime, Queries, Commands, SignedIn } from './runtime.ts';
export { runtimeKey } from './runtime.ts';
export type * from './query/views.ts';
export type * from './query/configuration/views.ts';
export type * from './query/export/views.ts';
export type * from './query/home/views.ts';
export type { Viewer, Scope } from './query/viewer.ts';
export type {
  Activity,
  ApiToken,
  AuditDeed,
  Archive,
  Commit,
  CommitRef,
  ConfigurationName,
  Deploy,
  Issue,
  IssueStatus,
  Priority,
  Project,
  ProjectKey,
  Resolution,
  Role,
  Substate,
} from './store/state/contract.ts';
export type { WhichEvent } from './query/event.ts';
export type { ComparedComponent, ComparedEvent, GroupingComparison, HashView, SimilarIssue } from './query/grouping.ts';
export type { MapOffer, MapOfferGroup } from './query/map-offer.ts';
export type { OwnershipPreview } from './query/ownership.ts';
export type { IssueChange } from './command/change-issues.ts';
export type { IssueMarks } from './command/mark-issues.ts';
export type { IssueSelection } from './command/select-issues.ts';
export type { RefusalCode } from './watch/refusal.ts';
