import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { limits, type StoredEvent } from '@seismo/protocol';
import { compressSmall } from './compress-small.ts';
import { dictionaryOf } from './dictionaries.ts';

/** The fastest level: a fortieth larger than the default's, for a quarter less time. */
const level = { [constants.ZSTD_c_compressionLevel]: 1 };

const inflate = promisify(zstdDecompress);
/** How a zstd frame begins, and so a body without a dictionary. No dictionary has this number. */
const FRAME = 0x28;

/**
 * An event as it is stored: a byte that names the dictionary, then a zstd frame of its JSON; of a large event the frame
 * alone. Why so: docs/decisions/0006-stored-bodies.md.
 */
export function encodeBody(stored: StoredEvent): Uint8Array {
  const json = JSON.stringify(stored);
  return compressSmall(json, level) ?? new Uint8Array(zstdCompressSync(json, { params: level }));
}

/** Off this thread, because a page must not wait for it. */
export async function decodeBody(body: Uint8Array): Promise<StoredEvent> {
  const options = { maxOutputLength: limits.STORED_EVENT_BYTES_MAX };
  const first = body[0] ?? FRAME;
  if (first === FRAME) return parsed(await inflate(body, options));
  const dictionary = dictionaryOf(first);
  if (!dictionary) throw new Error(`The event was stored by a newer Seismo (dictionary ${first}).`);
  return parsed(await inflate(body.subarray(1), { ...options, dictionary }));
}

function parsed(json: Buffer): StoredEvent {
  return JSON.parse(json.toString()) as StoredEvent;
}
