import { access, constants, stat } from 'node:fs/promises';
import { utcMinute } from '#platform/utc-minute.ts';
import { lastBackup, scheduleStatus } from '#store/state/settings/backups.ts';
import { notChecked, type Finding, type HealthCheck, type ServerFacts } from '../contract.ts';

export const backups: HealthCheck = {
  id: 'backups',
  title: 'Backups',
  group: 'Data',
  async run({ dataDir, facts, clock, stores: { state } }) {
    if (!('store' in state)) return [notChecked('the state store could not be opened')];
    if (facts.backups === null) {
      const last = await lastBackup(state.store, clock.now());
      const made = last ? `The last backup is from ${utcMinute(last.atMs)}` : 'No backup was made yet';
      return [
        {
          severity: 'note',
          found: `${made}, and none is scheduled.`,
          why: 'Without a backup, everything is lost with the disk.',
          action: 'Set SEISMO_BACKUP_FOLDER to a folder on another disk, or run "seismo backup" regularly.',
        },
      ];
    }
    const { folder, everyMs } = facts.backups;
    const { lastAtMs, isOverdue } = await scheduleStatus(state.store, facts.backups, clock.now());
    const made =
      lastAtMs === null ? 'No scheduled backup has succeeded yet' : `The last backup is from ${utcMinute(lastAtMs)}`;
    return [
      isOverdue
        ? {
            severity: 'error',
            found: `${made}; one is due every ${everyMs / 3_600_000} hours.`,
            action: 'The log has the reason: look for lines with the stage "backup".',
          }
        : { severity: 'ok', found: `${made}.` },
      ...(await findingsOf(folder, dataDir)),
    ];
  },
};

async function findingsOf(folder: NonNullable<ServerFacts['backups']>['folder'], dataDir: string): Promise<Finding[]> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    return [
      {
        severity: 'error',
        found: `The folder ${folder} for backups does not exist.`,
        action: 'Create it, or mount its disk.',
      },
    ];
  }
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) {
    return [
      {
        severity: 'error',
        found: `The user of this process cannot write to the folder ${folder} for backups.`,
        action: 'Change its owner. Under systemd, also add it to ReadWritePaths in the unit.',
      },
    ];
  }
  if (found.dev !== (await stat(dataDir)).dev) return [];
  return [
    {
      severity: 'warning',
      found: `The folder ${folder} for backups is on the same file system as the data directory.`,
      why: 'If that disk fails, both are lost.',
      action: 'Choose a folder on another disk, or copy the folder to another machine regularly.',
    },
  ];
}
