import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { limits } from '@seismo/protocol';
import type { JournalRow } from '#journal/contract.ts';
import type { StatePage } from '#store/state/copy.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Of what a hostile archive unpacks to. */
const maxOutputLength = limits.BACKUP_ENTRY_BYTES_MAX;
const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };

/** JSON by line. */
export function encodePages(pages: readonly StatePage[]): Promise<Buffer> {
  return compress(pages.map((page) => JSON.stringify(page)).join('\n'), { params });
}

export async function decodePages(bytes: Uint8Array): Promise<StatePage[]> {
  const text = (await decompress(bytes, { maxOutputLength })).toString('utf8');
  return text.split('\n').map((line) => JSON.parse(line) as StatePage);
}

type Head = Pick<JournalRow, 'table' | 'fields'>;

/** For each row, the length of its JSON, its JSON, the length of its body and its body. */
export function encodeRows(rows: readonly JournalRow[]): Promise<Buffer> {
  const parts = rows.flatMap(({ table, fields, body }) => {
    const head = Buffer.from(JSON.stringify({ table, fields } satisfies Head));
    return [lengthOf(head), head, lengthOf(body), body];
  });
  return compress(Buffer.concat(parts), { params });
}

export async function decodeRows(bytes: Uint8Array): Promise<JournalRow[]> {
  const all = await decompress(bytes, { maxOutputLength });
  const rows: JournalRow[] = [];
  let position = 0;
  const take = () => {
    const start = position + 4;
    position = start + all.readUInt32LE(position);
    return all.subarray(start, position);
  };
  while (position < all.length) rows.push({ ...(JSON.parse(take().toString('utf8')) as Head), body: take() });
  return rows;
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.byteLength);
  return length;
}
