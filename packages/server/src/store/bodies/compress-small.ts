import { constants, createZstdCompress } from 'node:zlib';
import { newestDictionary } from './dictionaries.ts';

/** Nearly every event is smaller; the few others are compressed the usual way. */
const JSON_BYTES_MAX = 256 * 1024;
/** The maximum size of compressed text: zstd's `ZSTD_compressBound`, rounded up. */
const FRAME_BYTES_MAX = JSON_BYTES_MAX + 4096;

/**
 * The synchronous part of Node's zlib streams. `zstdCompressSync` creates a context for every call and loads the
 * dictionary into it: three times the work, and native memory that triggers the garbage collector. Node documents no
 * synchronous call that reuses a context. Our Node is pinned, and body.test.ts reads back what this writes.
 */
interface Context {
  _handle: {
    writeSync(
      flush: number,
      from: Uint8Array,
      fromStart: number,
      fromBytes: number,
      to: Uint8Array,
      toStart: number,
      toBytes: number,
    ): void;
  };
  /** Bytes left free in `to`, bytes left unread in `from`. */
  _writeState: Uint32Array;
}

interface Kept {
  context: Context;
  json: Uint8Array;
  /** The dictionary's number, then room for the frame. */
  body: Uint8Array;
}

let kept: Kept | null = null;
const utf8 = new TextEncoder();

/** A body with the newest dictionary, or `null` if the text is not small. */
export function compressSmall(text: string, level: Record<number, number>): Uint8Array | null {
  if (text.length > JSON_BYTES_MAX) return null;
  kept ??= keep(level);
  const { context, json, body } = kept;
  const { read, written } = utf8.encodeInto(text, json);
  if (read < text.length) return null;
  context._handle.writeSync(constants.ZSTD_e_end, json, 0, written, body, 1, FRAME_BYTES_MAX);
  const [free = 0, unread = 0] = context._writeState;
  if (free === 0 || unread > 0) throw new Error('zstd did not end its frame');
  return body.slice(0, body.length - free);
}

function keep(params: Record<number, number>): Kept {
  const body = new Uint8Array(1 + FRAME_BYTES_MAX);
  body[0] = newestDictionary.number;
  const context = createZstdCompress({ params, dictionary: newestDictionary.bytes }) as unknown as Context;
  return { context, json: new Uint8Array(JSON_BYTES_MAX), body };
}
