import type { DumpPosition } from '#journal/contract.ts';
import { SCHEMA_VERSION } from '#journal/sqlite.ts';
import type { StateChecksums, StateDump } from '#store/state/dump.ts';
import { migrations } from '#store/state/migrations/run.ts';
import type { Segment } from '#store/telemetry/contract.ts';
import { newestVersion } from '#store/telemetry/engines/duckdb/schema.ts';

/**
 * A backup is a list of entries, in a tar archive or in a folder of backups. The first entry is the manifest, the last one
 * the summary; both are JSON. Between them are `telemetry/…` (Parquet; under `spans/`, as the
 * store has them), `journal/…` and `state/…` (pages, zstd),
 * `blobs/<key>` and the sealed key. Each entry is stored with its SHA-256, so that damage is found where it is; the
 * summary has the checksum of all names and SHA-256 values, so that a missing entry is found.
 */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const SUMMARY = 'summary.json';
export const SEALED_KEY = 'secret.key.sealed';
/** The entries of files of older spans start with it. */
export const SPAN_FILES = 'telemetry/spans/';

/** The schema version of each store, which an archive has and a server knows. */
export const schemas = { state: migrations.length, telemetry: newestVersion, journal: SCHEMA_VERSION };
export type Schemas = typeof schemas;

export interface Manifest {
  format: number;
  /** The version of Seismo that wrote it. */
  seismo: string;
  beganAtMs: number;
  schemas: Schemas;
  /** Of the key file, whether or not it is in the archive; `null` if there is none. */
  keyId: string | null;
}

export interface ArchivedSegment extends Omit<Segment, 'path'> {
  entry: string;
}

export interface Summary {
  /** The entries between manifest and summary, and the SHA-256 of their names and checksums. */
  entries: number;
  checksum: string;
  storeId: string;
  /** The time that the archive is of: everything that was acknowledged before is in it. */
  atMs: number;
  /** For how long batches waited. */
  pausedMs: number;
  /** The sequence of the last batch. */
  applied: number;
  telemetry: {
    lastEntry: number;
    /** The number of the last change that is in it. */
    change: number;
    /** Of the store, added after its rows were copied. */
    mark: string;
    /** Later entries replace those that are not listed. */
    segments: ArchivedSegment[];
  };
  journal: { given: DumpPosition; deadLetters: number[]; entries: string[] };
  state: { checksums: StateChecksums; entries: string[]; sealed: StateDump['sealed'] };
  blobs: { count: number; bytes: number };
}

export interface WrittenToFolder {
  /** The name of its list. */
  name: string;
  /** Those that no earlier backup had. */
  bytes: number;
  /** How many objects of earlier backups were found missing or damaged, and not kept. */
  damaged: number;
}

/** A summary for the operator. */
export type BackupResult = Pick<Summary, 'atMs' | 'pausedMs' | 'entries' | 'blobs'> & {
  /** Of a backup in a folder. */
  written: WrittenToFolder | null;
  /** Why earlier backups could not be removed. */
  notPruned: string | null;
  sealed: Summary['state']['sealed'];
  /** Rows by table of telemetry. */
  rows: Record<string, number>;
};

/** What a backup does, for the operator who waits. */
export interface Progress {
  stage: 'telemetry' | 'journal' | 'pause' | 'state' | 'blobs' | 'done';
  done: number;
  total: number;
}
