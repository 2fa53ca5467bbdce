import { createHash } from 'node:crypto';
import type { Manifest, Summary } from './format.ts';

/** Takes the entries of a backup, in order. */
export interface BackupWriter {
  /** The earlier backup in the same place, whose entries need not be written again. */
  base: BackupBase | null;
  /** Resolves when the content is written. */
  add(name: string, content: Uint8Array): Promise<void>;
  /** How many entries there are, and the checksum of their names and checksums. */
  sum(): EntriesSum;
  /** Completes the backup, which is of this time. */
  end(atMs: number): Promise<void>;
  /** Ends it without a backup. */
  destroy(error: Error): void | Promise<void>;
}

export interface BackupBase {
  manifest: Manifest;
  summary: Summary;
  /** Whether it has this entry, with its content. */
  has(name: string): Promise<boolean>;
  /** Adds the entry with the content that it has in the base. */
  keep(name: string): void;
}

export interface EntriesSum {
  entries: number;
  checksum: string;
}

export interface BackupEntry {
  name: string;
  content: Buffer;
  /** What the writer's `sum` was before this entry. */
  before: EntriesSum;
}

/** The backup cannot be restored; the message has the reason. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup';
}

export function truncated(last: string): UnusableBackup {
  return new UnusableBackup(`The backup is truncated after "${last}". Use another backup.`);
}

export function createSum() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    add(name: string, sha256: string): void {
      entries += 1;
      hash.update(`${name} ${sha256}\n`);
    },
    now: (): EntriesSum => ({ entries, checksum: hash.copy().digest('hex') }),
  };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
