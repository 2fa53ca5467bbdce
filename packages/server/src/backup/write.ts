import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@seismo/protocol';
import type { DumpPosition, Journal, JournalDump } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import type { StateSource } from '#store/open.ts';
import type { StatePage } from '#store/state/copy.ts';
import { createStateChecksums, type StateDump } from '#store/state/dump.ts';
import { segmentFolder, type Telemetry, type TelemetrySegments } from '#store/telemetry/contract.ts';
import type { BackupBase, BackupWriter } from './entries.ts';
import {
  FORMAT,
  MANIFEST,
  schemas,
  SEALED_KEY,
  SPAN_FILES,
  SUMMARY,
  type Manifest,
  type Progress,
  type Summary,
} from './format.ts';
import { encodePages, encodeRows } from './pages.ts';
import { createSegmentCopy, type SegmentCopy } from './segment-copy.ts';
import { createSpool } from './spool.ts';

export interface BackupSources {
  state: StateSource;
  telemetry: Telemetry & TelemetrySegments;
  telemetryPath: string;
  journal: Pick<Journal, 'dump'>;
  blobs: Blobs;
  clock: Clock;
  /** The version of Seismo, as `schemas` are of this version. */
  seismo: string;
  /** Lets no batch commit until `run` has ended. Rejects if it takes too long, and `run` may then still go on. */
  pause<T>(run: () => Promise<T>): Promise<T>;
}

export interface BackupRequest {
  keyId: string | null;
  /** The key file, encrypted with a passphrase; `null`: the backup leaves it out. */
  sealedKey: string | null;
  /** A folder of backups, which must exist; `null`: an archive. */
  folder: string | null;
  /** Backups of the folder that are older are removed; `null`: none are. */
  keepMs: number | null;
  /** The free space that a folder on the disk of the data directory leaves; `null`: depending on the size of the disk. */
  diskFloorBytes: number | null;
}

/**
 * Writes everything that the stores have at one time, while they are used. Telemetry and the journal are copied first;
 * then, while no batch commits, what came since, and the state's snapshot begins. The order within the pause: what a
 * journal entry refers to was in the state before it, and the state refers to blobs that were there before it. The
 * pause writes to the data directory only. Throws if more arrives than it can copy.
 */
export async function writeBackup(
  { state, telemetry, telemetryPath, journal, blobs, clock, seismo, pause }: BackupSources,
  { keyId, sealedKey }: Pick<BackupRequest, 'keyId' | 'sealedKey'>,
  archive: BackupWriter,
  progress: (progress: Progress) => void,
): Promise<Summary> {
  const manifest: Manifest = { format: FORMAT, seismo, beganAtMs: clock.now(), schemas, keyId };
  await archive.add(MANIFEST, json(manifest));
  if (sealedKey !== null) await archive.add(SEALED_KEY, Buffer.from(sealedKey));

  await rm(segmentFolder(telemetryPath), { recursive: true, force: true });
  const base = archive.base && (await continued(archive.base, telemetry, await state.applied()));
  const spool = createSpool(archive, segmentFolder(telemetryPath));
  const ofBase = base && { ...base.summary.telemetry, applied: base.summary.applied };
  const segments = await createSegmentCopy(telemetry, spool.addFile, ofBase);
  const entries: string[] = [];
  const copyJournal = async (after: DumpPosition) => {
    for (let from = after; ;) {
      const dump: JournalDump = await journal.dump(from, limits.BACKUP_PAGE_BYTES_MAX);
      if (dump.rows.length > 0) {
        entries.push(`journal/${entries.length + 1}.zst`);
        await spool.add(entries.at(-1)!, await encodeRows(dump.rows));
      }
      from = dump.through;
      if (dump.end) return { through: from, ...dump.end };
    }
  };

  let dump: StateDump | undefined;
  try {
    let through: DumpPosition = { entry: 0, deadLetter: 0 };
    // Reading a long journal takes time, too.
    await untilFewLeft(segments, state, async () => {
      await untilFewLeft(segments, state, async () =>
        segments.copy(await state.applied(), (done, total) => progress({ stage: 'telemetry', done, total })),
      );
      progress({ stage: 'journal', done: 0, total: 1 });
      ({ through } = await copyJournal(through));
    });
    progress({ stage: 'pause', done: 0, total: 1 });
    spool.hold();
    const paused = await pause(async () => {
      const [atMs, beganAtMs] = [clock.now(), performance.now()];
      const applied = await state.applied();
      await segments.copy(applied);
      const { lastEntry } = await telemetry.identity();
      const { given, deadLetters } = await copyJournal(through);
      const spanFiles = await telemetry.linkSpanFiles();
      dump = await state.dump();
      return { atMs, applied, lastEntry, given, deadLetters, spanFiles, pausedMs: performance.now() - beganAtMs };
    });
    const { storeId, applied, sealed, pages } = dump!;
    if (storeId === null) throw new Error('No server has used these stores yet.');
    if (applied !== paused.applied) throw new Error('The state store changed during the pause.');
    await spool.release();
    const mark = await telemetry.addMark();
    const earlier = new Set(ofBase?.segments.map(({ entry }) => entry));
    for (const { entry } of segments.list()) if (earlier.has(entry)) base!.keep(entry);
    await writeSpanFiles(paused.spanFiles, segmentFolder(telemetryPath), archive, progress);
    const written = await writeState(pages(), archive, progress);
    await dump!.end();
    dump = undefined;
    const ofBlobs = await writeBlobs(blobs, archive, progress);
    const summary: Summary = {
      ...archive.sum(),
      storeId,
      atMs: paused.atMs,
      pausedMs: Math.round(paused.pausedMs),
      applied,
      telemetry: { lastEntry: paused.lastEntry, change: segments.change(), mark, segments: segments.list() },
      journal: { given: paused.given, deadLetters: paused.deadLetters, entries },
      state: { ...written, sealed },
      blobs: ofBlobs,
    };
    await archive.add(SUMMARY, json(summary));
    await archive.end(summary.atMs);
    progress({ stage: 'done', done: 1, total: 1 });
    return summary;
  } finally {
    await dump?.end();
    await rm(segmentFolder(telemetryPath), { recursive: true, force: true });
  }
}

/** The base, if its telemetry can be continued: not if the store was set back since, which reuses numbers of changes. */
async function continued(base: BackupBase, telemetry: TelemetrySegments, applied: number): Promise<BackupBase | null> {
  const { summary, manifest } = base;
  if (manifest.schemas.telemetry !== schemas.telemetry || summary.applied > applied) return null;
  if (!(await telemetry.hasMark(summary.telemetry.mark))) return null;
  for (const { entry } of summary.telemetry.segments) if (!(await base.has(entry))) return null;
  return base;
}

/** Spans that are few enough for the pause. */
const PAUSE_SPAN_COUNT = 2;

/** Repeats a round, which copies what came or changed during the one before, until little is left for the pause. */
async function untilFewLeft(
  segments: SegmentCopy,
  state: Pick<StateSource, 'applied'>,
  round: () => Promise<void>,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let rounds = 0; rounds < limits.BACKUP_ROUND_COUNT_MAX; rounds += 1) {
    await round();
    const left = await segments.left(await state.applied());
    if (left <= PAUSE_SPAN_COUNT) return;
    if (left < least) [least, rounds] = [left, 0];
  }
  throw new Error(
    `Telemetry changes faster than the backup can copy it: ${least} or more parts were left after each of the last ${limits.BACKUP_ROUND_COUNT_MAX} rounds. Back up when the server has less to do, or to a faster disk.`,
  );
}

/** They never change, so an earlier backup has most of them. */
async function writeSpanFiles(
  names: readonly string[],
  folder: string,
  archive: BackupWriter,
  progress: (progress: Progress) => void,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const entry = `${SPAN_FILES}${name}`;
    if (await archive.base?.has(entry)) archive.base!.keep(entry);
    else await archive.add(entry, await readFile(join(folder, name)));
    progress({ stage: 'telemetry', done: index + 1, total: names.length });
  }
}

async function writeState(
  pages: AsyncIterable<StatePage>,
  archive: BackupWriter,
  progress: (progress: Progress) => void,
): Promise<{ checksums: Summary['state']['checksums']; entries: string[] }> {
  const checksums = createStateChecksums();
  const entries: string[] = [];
  let waiting: StatePage[] = [];
  let rows = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    entries.push(`state/${entries.length + 1}.zst`);
    await archive.add(entries.at(-1)!, await encodePages(waiting));
    waiting = [];
    progress({ stage: 'state', done: rows, total: rows });
  };
  for await (const page of pages) {
    checksums.add(page);
    waiting.push(page);
    rows += page.rows.length;
    if (waiting.length >= STATE_PAGE_COUNT) await flush();
  }
  await flush();
  return { checksums: checksums.finish(), entries };
}

/** Pages of an entry: a page has up to `STATE_COPY_ROW_COUNT` rows. */
const STATE_PAGE_COUNT = 8;

async function writeBlobs(
  blobs: Blobs,
  archive: BackupWriter,
  progress: (progress: Progress) => void,
): Promise<Summary['blobs']> {
  let [count, bytes] = [0, 0];
  for await (const key of blobs.list('')) {
    const entry = `blobs/${key}`;
    if (await archive.base?.has(entry)) {
      const size = await blobs.size(key);
      if (size === null) continue;
      archive.base!.keep(entry);
      bytes += size;
    } else {
      const content = await blobs.get(key);
      // Deleted since.
      if (content === null) continue;
      await archive.add(entry, content);
      bytes += content.byteLength;
    }
    count += 1;
    progress({ stage: 'blobs', done: count, total: count });
  }
  return { count, bytes };
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
