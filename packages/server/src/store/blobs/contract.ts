import type { Readable } from 'node:stream';

/**
 * Blobs: bytes by key, written once. Keys are made by the server (`attachments/<project>/<sha256>`), never by clients,
 * and match `BLOB_KEY`; anything else is refused with a throw.
 */
export interface Blobs {
  /** Durable when resolved, and atomic for readers. Writing the same key again has no effect. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** The same as a stream. The caller destroys it if it stops early. */
  read(key: string): Promise<Readable | null>;
  /** How long it is; `null` if it is not there. */
  size(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Keys that start with `prefix`, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Which set of stores the folder belongs to; `null` until it adopted an ID. */
  storeId(): Promise<string | null>;
  adopt(storeId: string): Promise<void>;
  close(): Promise<void>;
}

export const BLOB_KEY = /^[a-z0-9-]+(\/[a-z0-9-]+){1,4}$/;
