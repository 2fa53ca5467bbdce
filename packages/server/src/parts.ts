import { threadEntry } from './platform/threads/entry.ts';

/**
 * The parts from which `main` builds a server. The dashboard never imports this: it uses types from `index.ts` and a
 * running server.
 */
export { createApiListener } from './api/listener.ts';
export { openAssembler } from './assemble/assembler.ts';
export { readBundleInThread } from './assemble/read-in-thread.ts';
export { bindCommands } from './command/bind.ts';
export { createSignInLink } from './command/accounts/create-sign-in-link.ts';
export { createApiToken } from './command/accounts/create-api-token.ts';
export { deleteApiToken } from './command/accounts/delete-api-token.ts';
export { createProject } from './command/projects/create-project.ts';
export { createTunnelWriter } from './command/projects/tunnel-used.ts';
export { createLastUsedWriter } from './command/projects/touch-last-used.ts';
export { createUser } from './command/accounts/create-user.ts';
export { openClientAddress } from './ingest/client-address.ts';
export { createDayBudget } from './ingest/day-budget.ts';
export { createIngest } from './ingest/ingest.ts';
export type { Ingest } from './ingest/ingest.ts';
export type { Journal, JournalEntry, JournalStats } from './journal/contract.ts';
export { reprocessEntry } from './journal/reprocess-entry.ts';
export { transitionDueIssues } from './signals/errors/transition-due-issues.ts';
export { lostEntries, matchStores } from './pipeline/match-stores.ts';
export { createOutgoing } from './outgoing/outgoing.ts';
export { operatorRequest } from './outgoing/operator-request.ts';
export { canonicalHost } from './outgoing/addresses.ts';
export type { InternalHosts } from './outgoing/resolve.ts';
export { supervisePipeline } from './pipeline/supervise.ts';
export const pipelineThread = threadEntry('pipeline-thread', import.meta.url);
export type { BatchReport } from './pipeline/context.ts';
export { bindQueries } from './query/bind.ts';
export { withSharedReads } from './platform/page-scope.ts';
export { runInThread } from './query/run-in-thread.ts';
export { rolesWith } from './domain/permissions/permissions.ts';
export { mainOrganization, systemViewer } from './query/system-viewer.ts';
export { bytesPerDay } from './query/usage/day-usage.ts';
export { roleScopes, scopes } from './domain/permissions/viewer.ts';
export type { Scope, Viewer } from './domain/permissions/viewer.ts';
export { copyStateStore, openState, openStores, storesIn } from './store/open.ts';
export type { StoreLocations } from './store/open.ts';
export type { Role } from './domain/permissions/role.ts';
export type { OutboxReader, State } from './store/state/contract.ts';
export { startOutboxReader } from './store/state/outbox/reader.ts';
export { dayOf, sharedClock, systemClock } from './platform/clock.ts';
export type { Clock, SharedClock } from './platform/clock.ts';
export { defaultDiskBudget } from './store/default-disk-budget.ts';
export { openDiskSpace } from './platform/disk-space.ts';
export type { DiskSpace, DiskStatus } from './platform/disk-space.ts';
export type { MigrationOptions } from './platform/migration-copy.ts';
export { createLog } from './platform/log.ts';
export type { Log } from './platform/log.ts';
export { Refusal } from './platform/refusal.ts';
export { runtimeKey } from './runtime.ts';
export type { KitAddresses, Runtime } from './runtime.ts';
