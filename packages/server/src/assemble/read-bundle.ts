import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { limits, type OrganizationId } from '@seismo/protocol';
import { putArtifact } from '#store/blobs/artifact-bytes.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import type { ArtifactFacts } from '#store/state/contract.ts';
import { ChunkedFile, type ChunkPosition } from './chunked-file.ts';
import { BundleProblem } from './contract.ts';
import { describeFile, linkMaps, type Described } from './describe.ts';
import { readManifest } from './manifest.ts';

export interface BundleToRead {
  organizationId: OrganizationId;
  checksum: string;
  chunks: readonly ChunkPosition[];
}

/**
 * Reads an artifact bundle, a ZIP behind eight bytes `SYSB`, from its chunks, checks it and stores it file by file: one
 * file is in memory at a time. Throws a `BundleProblem` if it is invalid or too large.
 */
export async function readBundle(blobs: Blobs, bundle: BundleToRead): Promise<ArtifactFacts[]> {
  const file = new ChunkedFile(blobs, bundle.organizationId, bundle.chunks);
  if (file.bytes > limits.BUNDLE_BYTES_MAX) {
    throw new BundleProblem(
      `The bundle has ${file.bytes} bytes; the limit is ${limits.BUNDLE_BYTES_MAX}. Upload it in parts.`,
    );
  }
  if ((await file.sha1()) !== bundle.checksum) {
    throw new BundleProblem('The assembled chunks do not match the checksum of the upload.');
  }
  const zip = await openZip(file);
  const entries = await readEntries(zip);
  const listed = readManifest(await manifestOf(zip, entries));
  const stored: (Described & { blobKey: string })[] = [];
  const found = listed.map((file) => {
    const entry = entries.get(file.entry);
    if (entry) return { file, entry };
    throw new BundleProblem(`The bundle lacks ${JSON.stringify(file.entry.slice(0, 200))} that its manifest lists.`);
  });
  // One reused buffer: new ones would pile up until collected.
  const buffer = Buffer.allocUnsafeSlow(largest(found.map(({ entry }) => entry)));
  for (const { file, entry } of found) {
    const bytes = await inflate(zip, entry, buffer);
    stored.push({ ...describeFile(file, bytes), blobKey: await putArtifact(blobs, bundle.organizationId, bytes) });
  }
  return linkMaps(stored);
}

async function openZip(file: ChunkedFile): Promise<ZipFile> {
  const zip = await unzipping(yauzl.fromRandomAccessReaderPromise(file, file.bytes, { autoClose: false }));
  if (zip.entryCount > limits.BUNDLE_FILE_COUNT_MAX + 1) {
    throw new BundleProblem(
      `The bundle has ${zip.entryCount} files; the limit is ${limits.BUNDLE_FILE_COUNT_MAX}. Upload it in parts.`,
    );
  }
  return zip;
}

/** By name. The sizes are from the ZIP; inflating fails if they are too small. */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let inflatedBytes = 0;
  await unzipping(
    (async () => {
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        inflatedBytes += entry.uncompressedSize;
      }
    })(),
  );
  if (inflatedBytes > limits.BUNDLE_INFLATED_BYTES_MAX) {
    throw new BundleProblem(
      `The bundle's files have ${inflatedBytes} bytes; the limit is ${limits.BUNDLE_INFLATED_BYTES_MAX}. Upload it in parts.`,
    );
  }
  return entries;
}

async function manifestOf(zip: ZipFile, entries: Map<string, Entry>): Promise<Buffer> {
  const entry = entries.get('manifest.json');
  if (!entry) throw new BundleProblem('The bundle has no manifest.json: it is not an artifact bundle.');
  requireSize(entry, limits.BUNDLE_MANIFEST_BYTES_MAX);
  return inflate(zip, entry, Buffer.allocUnsafeSlow(entry.uncompressedSize));
}

function largest(entries: Entry[]): number {
  let bytes = 0;
  for (const entry of entries) {
    requireSize(entry, limits.ARTIFACT_BYTES_MAX);
    bytes = Math.max(bytes, entry.uncompressedSize);
  }
  return bytes;
}

function requireSize(entry: Entry, bytesMax: number): void {
  if (entry.uncompressedSize <= bytesMax) return;
  throw new BundleProblem(`${nameOf(entry)} has ${entry.uncompressedSize} bytes; the limit is ${bytesMax}.`);
}

const nameOf = (entry: Entry): string => JSON.stringify(entry.fileName.slice(0, 200));

/** Into `place`, which is long enough; the answer is a view of it. */
async function inflate(zip: ZipFile, entry: Entry, buffer: Buffer): Promise<Buffer> {
  const name = nameOf(entry);
  if (!entry.canDecodeFileData()) throw new BundleProblem(`${name} is encrypted, or its compression is not supported.`);
  const bytes = buffer.subarray(0, entry.uncompressedSize);
  let length = 0;
  await unzipping(
    (async () => {
      for await (const part of await zip.openReadStreamPromise(entry)) {
        const piece = part as Buffer;
        if (length + piece.length > bytes.length) throw new Error(`${name} is longer than the ZIP declares`);
        piece.copy(bytes, length);
        length += piece.length;
      }
    })(),
  );
  if (length !== bytes.length) throw new BundleProblem(`${name} is shorter than the ZIP declares.`);
  return bytes;
}

/** Errors of the ZIP reader are errors of the upload. */
async function unzipping<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BundleProblem) throw error;
    throw new BundleProblem(`The bundle cannot be unzipped: ${(error as Error).message}.`, { cause: error });
  }
}
