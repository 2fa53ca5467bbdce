export type { Runtime, Queries, Commands, SignedIn } from './runtime.ts';
export { runtimeKey } from './runtime.ts';
export type * from './query/views.ts';
export type * from './query/configuration/views.ts';
export type { Viewer, Scope } from './query/viewer.ts';
export type {
  Activity,
  ApiToken,
  ConfigurationName,
  Issue,
  IssueStatus,
  Project,
  ProjectKey,
  Role,
} from './store/state/contract.ts';
export type { RefusalCode } from './watch/refusal.ts';
