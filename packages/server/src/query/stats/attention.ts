import { limits, type OrganizationId } from '@seismo/protocol';
import { isBudgetUsed, type DiskStatus } from '#platform/disk-space.ts';
import { utcMinute } from '#platform/utc-minute.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import { mayCheckServer } from '#query/health/may-check-server.ts';
import type { BackupSchedule, LastBackup, ScheduleStatus } from '#store/state/settings/backups.ts';
import { pausedSinceRestore, type RestoredFrom } from '#store/state/settings/restored.ts';
import type { ServerQueryDeps } from '../deps.ts';

/** A finding that needs an action: what happened, and what to do, each in a sentence. */
export interface Attention {
  code: string;
  severity: 'critical' | 'warning';
  title: string;
  advice: string;
  /** A page of the dashboard that helps. */
  link: { href: '/stats' | '/settings/server'; text: string } | null;
}

/** The state of the server, measured a few seconds ago at most; `null` for a store that did not answer. */
export interface ServerHealth {
  atMs: number;
  disk: DiskStatus;
  journal: { entries: number; oldestReceivedAtMs: number | null; deadLetters: number } | null;
  outbox: { name: string; behindSinceMs: number | null }[] | null;
  /** Pipeline workers that stopped unexpectedly within the last hour. */
  pipelineRestarts: number;
  /** Entries that this start found missing from a store. */
  lostEntries: number;
  backups: BackupHealth;
  /** Outgoing connections are paused since; `null`: they are not. */
  restored: RestoredFrom | null;
}

export interface BackupHealth {
  last: LastBackup | null;
  /** The last scheduled one, if it failed. */
  failure: { atMs: number; reason: string } | null;
  /** Of the one that runs. */
  progress: { stage: string; done: number; total: number } | null;
  /** `null`: backups are only made by command. */
  schedule: (BackupSchedule & ScheduleStatus & { keepMs: number }) | null;
}

/** To add one, append it here. The most urgent come first. */
const checks: readonly ((health: ServerHealth) => Attention | null)[] = [
  diskFull,
  budgetUsedUp,
  diskNearlyFull,
  entriesLost,
  storeDown,
  backlogOld,
  pipelineRestarts,
  deadLetters,
  outboxBehind,
  restoredAndPaused,
  backupOverdue,
  backupFailed,
];

export function attentionFor(health: ServerHealth): Attention[] {
  return checks.map((check) => check(health)).filter((found) => found !== null);
}

/**
 * What needs the attention of viewers who manage storage; nothing for all others. Backups, and that the server was
 * restored, are for those who may check the server.
 */
export async function attention(deps: ServerQueryDeps, viewer: Viewer): Promise<Attention[]> {
  const organizationIds = organizationsFor(viewer, permissions.diskSpace);
  if (organizationIds.length === 0) return [];
  const found = attentionFor(deps.serverHealth());
  const mayCheck = () => mayCheckServer(deps, viewer);
  const applies: Record<string, () => Promise<boolean>> = {
    'dead-letters': () => hasDeadLetters(deps, organizationIds),
    // An owner may have just allowed connections.
    restored: async () => (await pausedSinceRestore(deps.state)) !== null && mayCheck(),
    // They have paths of the server.
    'backup-overdue': mayCheck,
    'backup-failed': mayCheck,
  };
  const shown = await Promise.all(found.map(async ({ code }) => (await applies[code]?.()) ?? true));
  return found.filter((_, index) => shown[index]);
}

/** Other organizations replay their own. */
async function hasDeadLetters(
  { state, journal }: ServerQueryDeps,
  organizationIds: OrganizationId[],
): Promise<boolean> {
  for (const { id } of await state.listProjects(organizationIds))
    if ((await journal.listDeadLetters(id, 1)).length > 0) return true;
  return false;
}

function diskFull({ disk }: ServerHealth): Attention | null {
  if (!disk.isFull || isBudgetUsed(disk)) return null;
  return {
    code: 'disk-full',
    severity: 'critical',
    title: 'The disk is full, so new reports are refused.',
    advice: `${megabytes(disk.freeBytes)} is free; Seismo needs ${megabytes(disk.floorBytes)}. Free up space on the server, or delete projects or issues. Seismo accepts reports again once there is enough space.`,
    link: { href: '/stats', text: 'See what takes space' },
  };
}

function budgetUsedUp({ disk }: ServerHealth): Attention | null {
  if (!disk.isFull || !isBudgetUsed(disk)) return null;
  return {
    code: 'budget-used-up',
    severity: 'critical',
    title: 'The disk budget is used up, so new reports are refused.',
    advice: `Seismo uses ${megabytes(disk.usedBytes)} of ${megabytes(disk.budgetBytes)} and is removing repeated events. If this stays, delete uploads or projects, or raise SEISMO_DISK_BUDGET.`,
    link: { href: '/stats', text: 'See what takes space' },
  };
}

function diskNearlyFull({ disk }: ServerHealth): Attention | null {
  if (disk.isFull || disk.freeBytes >= 2 * disk.floorBytes) return null;
  return {
    code: 'disk-nearly-full',
    severity: 'warning',
    title: 'The disk is nearly full.',
    advice: `${megabytes(disk.freeBytes)} is free; below ${megabytes(disk.floorBytes)}, Seismo refuses new reports. Free up space on the server, or add disk.`,
    link: { href: '/stats', text: 'See what takes space' },
  };
}

function entriesLost({ lostEntries }: ServerHealth): Attention | null {
  if (lostEntries === 0) return null;
  return {
    code: 'entries-lost',
    severity: 'critical',
    title: `Missing from a store since the last start: ${count(lostEntries, 'accepted report')}.`,
    advice:
      'The server log names the store. Compare it with your backup; docs/set-up.md, "Damaged stores", has the steps.',
    link: null,
  };
}

function storeDown({ journal, outbox }: ServerHealth): Attention | null {
  if (journal && outbox) return null;
  return {
    code: 'store-down',
    severity: 'critical',
    title: `The ${journal ? 'state store' : 'journal'} does not answer.`,
    advice: 'Check the database server and the disk. The server log has the error.',
    link: null,
  };
}

function backlogOld({ journal, atMs }: ServerHealth): Attention | null {
  const ageMs = journal?.oldestReceivedAtMs ? atMs - journal.oldestReceivedAtMs : 0;
  if (!journal || ageMs <= limits.ATTENTION_BACKLOG_MS_MAX) return null;
  return {
    code: 'backlog-old',
    severity: 'critical',
    title: `Processing is ${minutes(ageMs)} behind, with ${count(journal.entries, 'report')} waiting.`,
    advice:
      'They are safe in the journal. If the server log shows failed batches, fix their reason; otherwise the server is too slow for what arrives.',
    link: { href: '/stats', text: 'See what arrives' },
  };
}

function pipelineRestarts({ pipelineRestarts: restarts }: ServerHealth): Attention | null {
  if (restarts === 0) return null;
  return {
    code: 'pipeline-restarts',
    severity: 'warning',
    title: `Processing stopped ${restarts === 1 ? 'once' : `${restarts} times`} in the last hour and was started again.`,
    advice:
      'A report may have crashed it; after three attempts, the report becomes a dead letter. The server log has the reason.',
    link: null,
  };
}

function deadLetters({ journal }: ServerHealth): Attention | null {
  if (!journal || journal.deadLetters === 0) return null;
  return {
    code: 'dead-letters',
    severity: 'warning',
    title: 'Some reports could not be processed.',
    advice: 'They wait as dead letters. Upgrade Seismo if there is a newer version, then replay them.',
    link: { href: '/stats', text: 'Review dead letters' },
  };
}

function outboxBehind({ outbox, atMs }: ServerHealth): Attention | null {
  const sinceMs = outbox?.flatMap(({ behindSinceMs }) => behindSinceMs ?? []).toSorted((one, other) => one - other)[0];
  if (sinceMs === undefined || atMs - sinceMs <= limits.OUTBOX_LAG_MS_MAX) return null;
  return {
    code: 'outbox-behind',
    severity: 'warning',
    title: `Live updates and notifications are ${minutes(atMs - sinceMs)} late.`,
    advice: 'Nothing is lost. The server log has the reason.',
    link: null,
  };
}

function restoredAndPaused({ restored }: ServerHealth): Attention | null {
  if (restored === null) return null;
  return {
    code: 'restored',
    severity: 'warning',
    title: `This server was restored from the backup of ${utcMinute(restored.backupAtMs)}.`,
    advice:
      'Until an owner allows it, it connects to no other host, single sign-on included, so that it cannot act beside the server that it replaces.',
    link: { href: '/settings/server', text: 'Allow connections' },
  };
}

function backupOverdue({ backups: { schedule, failure } }: ServerHealth): Attention | null {
  if (!schedule?.isOverdue) return null;
  const { lastAtMs } = schedule;
  return {
    code: 'backup-overdue',
    severity: 'critical',
    title:
      lastAtMs === null
        ? 'No scheduled backup has succeeded yet.'
        : `The last scheduled backup is from ${utcMinute(lastAtMs)}.`,
    advice: failure ? `The last attempt failed: ${failure.reason}` : 'The server log has the reason.',
    link: { href: '/settings/server', text: 'See backups' },
  };
}

function backupFailed({ backups: { schedule, failure } }: ServerHealth): Attention | null {
  if (failure === null || schedule === null || schedule.isOverdue) return null;
  return {
    code: 'backup-failed',
    severity: 'warning',
    title: `The backup at ${utcMinute(failure.atMs)} failed, and will be repeated.`,
    advice: failure.reason,
    link: { href: '/settings/server', text: 'See backups' },
  };
}

function megabytes(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function minutes(ms: number): string {
  return count(Math.round(ms / 60_000), 'minute');
}

function count(quantity: number, noun: string): string {
  return `${quantity.toLocaleString('en-US')} ${noun}${quantity === 1 ? '' : 's'}`;
}
