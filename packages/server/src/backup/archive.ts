import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import { limits } from '@seismo/protocol';

const SHA256 = 'SEISMO.sha256';

export interface ArchiveWriter {
  /** The archive, to be read while it is written. */
  bytes: AsyncIterable<Buffer>;
  /** Resolves when the reader has taken the content. */
  add(name: string, content: Uint8Array): Promise<void>;
  /** How many entries there are, and the checksum of their names and checksums. */
  sum(): { entries: number; checksum: string };
  end(): void;
  destroy(error: Error): void;
}

export function createArchive(nowMs: number): ArchiveWriter {
  const archive = pack();
  const added = createSum();
  return {
    bytes: archive as AsyncIterable<Buffer>,
    add(name, content) {
      const sha256 = sha256Of(content);
      added.add(name, sha256);
      const header = { name, mode: 0o600, mtime: new Date(nowMs), pax: { [SHA256]: sha256 } };
      return new Promise((resolve, reject) => {
        archive.entry(header, content, (error) => (error ? reject(error) : resolve()));
      });
    },
    sum: added.now,
    end: () => archive.finalize(),
    destroy: (error) => archive.destroy(error),
  };
}

/** The archive cannot be restored; the message has the reason. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup';
}

export interface ArchiveEntry {
  name: string;
  content: Buffer;
  /** What the writer's `sum` was before this entry. */
  before: { entries: number; checksum: string };
}

/** Reads an archive, one entry in memory at a time. Throws `UnusableBackup` at the first entry that is damaged. */
export async function* readArchive(bytes: Readable): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  bytes.on('error', (error) => archive.destroy(error));
  bytes.pipe(archive);
  const read = createSum();
  let last = '';
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header;
      const pax = entry.header.pax as Record<string, string> | null | undefined;
      if (size > limits.BACKUP_ENTRY_BYTES_MAX)
        throw new UnusableBackup(`The backup is damaged: "${name}" is too large.`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      const sha256 = sha256Of(content);
      if (pax?.[SHA256] !== sha256) {
        throw new UnusableBackup(`The backup is damaged: "${name}" does not have its checksum. Use another backup.`);
      }
      const before = read.now();
      read.add(name, sha256);
      last = name;
      yield { name, content, before };
    }
  } catch (error) {
    throw readFailure(error, last);
  } finally {
    bytes.unpipe(archive);
    archive.destroy();
  }
}

function readFailure(error: unknown, last: string): unknown {
  const { message } = error as Error;
  if (/Unexpected end of data/.test(message)) return truncated(last);
  if (!/Invalid tar header/.test(message)) return error;
  return new UnusableBackup(
    last === '' ? 'This is not a backup of Seismo.' : `The backup is damaged after "${last}". Use another backup.`,
  );
}

export function truncated(last: string): UnusableBackup {
  return new UnusableBackup(`The backup is truncated after "${last}". Use another backup.`);
}

function createSum() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    add(name: string, sha256: string): void {
      entries += 1;
      hash.update(`${name} ${sha256}\n`);
    },
    now: () => ({ entries, checksum: hash.copy().digest('hex') }),
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
