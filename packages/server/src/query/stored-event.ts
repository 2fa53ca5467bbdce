import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { limits, type StoredEvent } from '@seismo/protocol';

const inflate = promisify(zstdDecompress);

/** What the pipeline's `encode-event` step wrote; off the main thread, because a page must not wait for it. */
export async function readStoredEvent(body: Uint8Array): Promise<StoredEvent> {
  const json = await inflate(body, { maxOutputLength: limits.STORED_EVENT_BYTES_MAX });
  return JSON.parse(json.toString()) as StoredEvent;
}
