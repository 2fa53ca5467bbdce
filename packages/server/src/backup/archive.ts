import type { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import { limits } from '@seismo/protocol';
import { createSum, sha256Of, truncated, UnusableBackup, type BackupEntry, type BackupWriter } from './entries.ts';

const SHA256 = 'SEISMO.sha256';

/** A tar file, without what an earlier backup has. */
export interface ArchiveWriter extends BackupWriter {
  /** The archive, to be read while it is written. */
  bytes: AsyncIterable<Buffer>;
}

export function createArchive(nowMs: number): ArchiveWriter {
  const archive = pack();
  const added = createSum();
  return {
    bytes: archive as AsyncIterable<Buffer>,
    base: null,
    add(name, content) {
      const sha256 = sha256Of(content);
      added.add(name, sha256);
      const header = { name, mode: 0o600, mtime: new Date(nowMs), pax: { [SHA256]: sha256 } };
      return new Promise((resolve, reject) => {
        archive.entry(header, content, (error) => (error ? reject(error) : resolve()));
      });
    },
    sum: added.now,
    end: async () => archive.finalize(),
    destroy: (error) => archive.destroy(error),
  };
}

/** Reads an archive, one entry in memory at a time. Throws `UnusableBackup` at the first entry that is damaged. */
export async function* readArchive(bytes: Readable): AsyncGenerator<BackupEntry> {
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
