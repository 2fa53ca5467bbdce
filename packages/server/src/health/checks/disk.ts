import { statfs } from 'node:fs/promises';
import { lacksReserve, readDisk, writeReserve } from '#platform/disk-space.ts';
import { notChecked, type Finding, type HealthCheck } from '../contract.ts';

/** Free space close to the floor: a busy day fills it. */
const SCARCE_FACTOR = 3;
const INODE_SHARE_MIN = 0.05;

export const disk: HealthCheck = {
  id: 'disk',
  title: 'Disk space',
  group: 'Server',
  async run({ dataDir, facts }) {
    const measured = await readDisk(dataDir, facts.diskFloorBytes).catch(() => null);
    if (measured === null) return [notChecked(`the data directory ${dataDir} cannot be read`)];
    const { freeBytes, floorBytes } = measured;
    const free = `${sizeText(freeBytes)} are free; below ${sizeText(floorBytes)}, reports are refused.`;
    const findings: Finding[] = [];
    if (freeBytes < floorBytes) {
      findings.push({
        severity: 'error',
        found: `The disk is full: ${free}`,
        why: 'Seismo refuses reports, uploads and exports.',
        action: 'Free space on the disk, or delete issues or projects in the dashboard.',
      });
    } else if (freeBytes < SCARCE_FACTOR * floorBytes) {
      findings.push({
        severity: 'warning',
        found: `The disk is almost full: ${free}`,
        why: 'A busy day can fill the rest.',
        action: 'Free space, enlarge the disk, or delete issues or projects.',
      });
    } else {
      findings.push({ severity: 'ok', found: free });
    }
    const { files, ffree } = await statfs(dataDir);
    if (files > 0 && ffree / files < INODE_SHARE_MIN) {
      findings.push({
        severity: 'warning',
        found: `The file system has only ${ffree} of ${files} inodes left.`,
        why: 'Attachments and source maps are files. Without inodes, they cannot be stored although space is free.',
        action: 'Delete files that you do not need, or move the data directory to a file system with more inodes.',
      });
    }
    if (await lacksReserve(dataDir, measured)) {
      findings.push({
        severity: 'note',
        found: 'The file "reserve" is missing.',
        why: 'Its space is what lets you delete data on a full disk.',
        action: 'The server creates it within seconds of its start, or run "seismo doctor --fix".',
        fix: async () => {
          await writeReserve(dataDir, measured);
          return 'Created the file "reserve".';
        },
      });
    }
    return findings;
  },
};

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
