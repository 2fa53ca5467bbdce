import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

export const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

export interface ZipEntry {
  name: string;
  body: Uint8Array | string;
  /** The size that the ZIP claims. */
  declaredSize?: number;
}

/** Writes a ZIP by hand, so that tests can include invalid ones. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body, declaredSize } of entries) {
    const bytes = Buffer.from(body);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, rest, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6);
  end.writeUInt32LE(entriesBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entriesBytes, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

export interface BundleFile {
  url: string;
  body: string;
  type?: string;
  headers?: Record<string, string>;
}

/** An artifact bundle like sentry-cli's; the ZIP's offsets count the eight bytes before it. */
export function artifactBundle(files: readonly BundleFile[], more: readonly ZipEntry[] = []): Buffer {
  const listed = files.map(({ url, body, type, headers }, index) => ({
    name: `files/_/_/${index}`,
    body,
    about: { url, type: type ?? (url.endsWith('.map') ? 'source_map' : 'minified_source'), headers: headers ?? {} },
  }));
  const manifest = { org: 'acme', files: Object.fromEntries(listed.map(({ name, about }) => [name, about])) };
  return withHeader(zip([...listed, { name: 'manifest.json', body: JSON.stringify(manifest) }, ...more]));
}

/** The header in front moves everything behind it, as the Rust CLI does it: offsets count from the first byte. */
export function withHeader(archive: Buffer): Buffer {
  const header = Buffer.from('SYSB\u0002\u0000\u0000\u0000', 'latin1');
  const moved = Buffer.from(archive);
  const end = moved.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const start = moved.readUInt32LE(end + 16);
  moved.writeUInt32LE(start + header.length, end + 16);
  for (let at = start; at < end; at += 46 + moved.readUInt16LE(at + 28)) {
    moved.writeUInt32LE(moved.readUInt32LE(at + 42) + header.length, at + 42);
  }
  return Buffer.concat([header, moved]);
}
