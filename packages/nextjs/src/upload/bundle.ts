import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';

/** An artifact bundle on disk. */
export interface Bundle {
  path: string;
  bytes: number;
}

/**
 * Writes an artifact bundle (`SYSB`, a version, then a ZIP) to disk, with one file in memory at a time. The offsets
 * count the eight bytes before the ZIP, like those of sentry-cli.
 */
export class BundleWriter {
  #file: FileHandle;
  #path: string;
  #offset = 0;
  #directory: Buffer[] = [];
  #manifest: Record<string, ManifestEntry> = {};
  fileCount = 0;
  /** Of all files, before they were compressed. */
  contentBytes = 0;

  constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  static async open(path: string): Promise<BundleWriter> {
    const writer = new BundleWriter(await open(path, 'wx'), path);
    await writer.#write(Buffer.from([0x53, 0x59, 0x53, 0x42, 2, 0, 0, 0]));
    return writer;
  }

  /** In pieces, to avoid joining them in memory. */
  async add(entry: ManifestEntry, content: readonly Uint8Array[]): Promise<void> {
    const name = `files/_/_/${this.fileCount}`;
    this.#manifest[name] = entry;
    this.fileCount += 1;
    this.contentBytes += lengthOf(content);
    await this.#entry(name, content);
  }

  /** Ends the bundle. The manifest is last in the file; a ZIP is read from its end. */
  async close(about: Record<string, unknown>): Promise<Bundle> {
    await this.#entry('manifest.json', [Buffer.from(JSON.stringify({ ...about, files: this.#manifest }))]);
    const start = this.#offset;
    const count = this.#directory.length;
    for (const record of this.#directory) await this.#write(record);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
    await this.#file.close();
    return { path: this.#path, bytes: this.#offset };
  }

  async #entry(name: string, content: readonly Uint8Array[]): Promise<void> {
    const start = this.#offset;
    // The header is written afterward, when its values are known.
    this.#offset += 30 + Buffer.byteLength(name);
    const packedStart = this.#offset;
    for await (const packed of Readable.from(content).pipe(createDeflateRaw())) await this.#write(packed as Buffer);
    // From "version needed to extract" to the lengths of name and extra field, which both records of an entry have.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    // 1980-01-01, so that the same build gives the same bundle.
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(this.#offset - packedStart, 14);
    fields.writeUInt32LE(lengthOf(content), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(start, 10);
    this.#directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, rest, Buffer.from(name)]),
    );
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name)]);
    await this.#file.write(header, 0, header.length, start);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes, 0, bytes.byteLength, this.#offset);
    this.#offset += bytes.byteLength;
  }
}

/** The manifest entry of a file (docs/source-maps.md, and the format of sentry-cli). */
export interface ManifestEntry {
  url: string;
  type: 'minified_source' | 'source_map' | 'source';
  headers: Record<string, string>;
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** `zlib.crc32` needs Node 22; builds also run on 20. */
function crc32(pieces: readonly Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const piece of pieces) for (const byte of piece) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Checksums of a file and its pieces, and the pieces, one in memory at a time. */
export async function* piecesOf(
  bundle: Bundle,
  pieceBytes: number,
): AsyncGenerator<{ checksum: string; bytes: Buffer }> {
  const file = await open(bundle.path);
  try {
    for (let at = 0; at < bundle.bytes; at += pieceBytes) {
      const bytes = Buffer.alloc(Math.min(pieceBytes, bundle.bytes - at));
      await file.read(bytes, 0, bytes.length, at);
      yield { checksum: createHash('sha1').update(bytes).digest('hex'), bytes };
    }
  } finally {
    await file.close();
  }
}
