import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copiesFolder } from '#platform/migration-copy.ts';
import { notChecked, type Finding, type HealthCheck } from '../contract.ts';

/** A file that is still being written is younger. */
const LEFTOVER_AGE_MS_MIN = 3_600_000;
/** Of partial files that a crash leaves. Damaged files and copies never match. */
const leftover = /\.partial(-wal|-shm|-journal)?$|^state-lease\.json\.new$/;
const damaged = /\.damaged(-\d+)?(-wal)?$/;

interface Entry {
  name: string;
  path: string;
  stats: Stats;
}

export const files: HealthCheck = {
  id: 'files',
  title: 'Files and permissions',
  group: 'Server',
  async run({ dataDir, clock }) {
    const own = await lstat(dataDir).catch(() => null);
    if (!own) return [notChecked(`the data directory ${dataDir} does not exist; the first start creates it`)];
    const entries = [...(await entriesOf(dataDir)), ...(await entriesOf(copiesFolder(dataDir)))];
    const all = [{ name: dataDir, path: dataDir, stats: own }, ...entries];
    const found = [
      ...openModes(all),
      ...(await unreadable(all)),
      ...leftovers(entries, clock.now()),
      ...damagedFiles(entries),
    ];
    if (found.some(({ severity }) => severity !== 'note')) return found;
    return [...found, { severity: 'ok', found: 'Only the user that runs Seismo can read the data directory.' }];
  },
};

async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = names.map(async (name) => {
    const path = join(folder, name);
    // A file can be renamed meanwhile.
    const stats = await lstat(path).catch(() => null);
    return stats && !stats.isSymbolicLink() ? [{ name, path, stats }] : [];
  });
  return (await Promise.all(entries)).flat();
}

/** As in `restrictToOwner` of the server's start: another owner's folder may be shared with a group, as Kubernetes does. */
function openModes(all: Entry[]): Finding[] {
  if (!process.getuid) return [notChecked('this system has no file modes')];
  const uid = process.getuid();
  const forbidden = all[0]!.stats.uid === uid || uid === 0 ? 0o077 : 0o007;
  const open = all.filter(({ stats }) => (stats.mode & forbidden) !== 0);
  if (open.length === 0) return [];
  const names = open.map(({ name }) => name).join(', ');
  const isFolderOpen = open[0] === all[0];
  return [
    {
      severity: isFolderOpen ? 'warning' : 'note',
      found: isFolderOpen
        ? `Other users of this machine may read or change ${names}.`
        : `Only the mode of the folder keeps other users from reading ${names}.`,
      why: 'The files contain reports, accounts and the key of stored secrets.',
      action: `Run "seismo doctor --fix", or "chmod -R go-rwx ${all[0]!.path}".`,
      fix: async () => {
        for (const { path, stats } of open) await chmod(path, stats.mode & 0o777 & ~forbidden);
        return `Restricted ${open.length} files and folders to their owner.`;
      },
    },
  ];
}

async function unreadable(all: Entry[]): Promise<Finding[]> {
  const uid = process.getuid?.() ?? 0;
  const foreign = uid === 0 ? all.filter(({ stats }) => stats.uid !== all[0]!.stats.uid) : [];
  const others = uid === 0 ? foreign : all.filter(({ stats }) => stats.uid !== uid && (stats.mode & 0o060) !== 0o060);
  if (others.length === 0) return [];
  const owner = uid === 0 ? `user ${all[0]!.stats.uid}, who owns the data directory` : `this user (${uid})`;
  return [
    {
      severity: 'error',
      found: `${others.map(({ name }) => name).join(', ')} does not belong to ${owner}.`,
      why: 'A server that runs as that user cannot open it. This happens after a command was run as root.',
      action: `Run "chown -R --reference=${all[0]!.path} ${all[0]!.path}" as root, or run Seismo as the owner.`,
    },
  ];
}

function leftovers(entries: Entry[], nowMs: number): Finding[] {
  const old = entries.filter(({ name, stats }) => leftover.test(name) && nowMs - stats.mtimeMs > LEFTOVER_AGE_MS_MIN);
  if (old.length === 0) return [];
  return [
    {
      severity: 'note',
      found: `Interrupted work left ${old.map(({ name }) => name).join(', ')}.`,
      why: 'Partial files only take space.',
      action: 'Run "seismo doctor --fix".',
      fix: async () => {
        for (const { path } of old) await rm(path, { force: true });
        return `Removed ${old.length} partial files.`;
      },
    },
  ];
}

function damagedFiles(entries: Entry[]): Finding[] {
  return entries
    .filter(({ name }) => damaged.test(name))
    .map(({ name, stats }) => ({
      severity: 'note',
      found: `${name} (${Math.ceil(stats.size / 1e6)} MB) is a damaged file that Seismo replaced and saved.`,
      why: 'The log of that start says what was lost.',
      action: 'Find the cause, such as a failing disk. Delete the file when you no longer need it.',
    }));
}
