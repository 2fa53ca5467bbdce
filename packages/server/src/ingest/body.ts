import type { IncomingMessage } from 'node:http';
import { limits } from '@seismo/protocol';
import type { Hold } from './held-bytes.ts';
import type { Coding, Inflate } from './inflate.ts';
import { codingOf } from './inflate.ts';
import { joined } from './joined.ts';
import { IngestRefusal } from './refuse.ts';

/**
 * The body of a request, inflated. It owns all of its buffer, so it can be handed to another thread. Refuses what is
 * larger than the limits, before or while it arrives, and whoever takes longer than `readTimeoutMs`.
 */
export async function readBody(
  request: IncomingMessage,
  hold: Hold,
  inflate: Inflate,
  readTimeoutMs: number,
): Promise<Uint8Array> {
  const coding: Coding = codingOf(request.headers['content-encoding']);
  const declaredBytes = request.headers['content-length'];
  if (declaredBytes !== undefined && Number(declaredBytes) > limits.BODY_COMPRESSED_BYTES_MAX) {
    throw new IngestRefusal('body-too-large');
  }
  const bytes = await collect(request, hold, readTimeoutMs);
  return coding === 'identity' ? bytes : inflate(bytes, coding, hold);
}

function collect(request: IncomingMessage, hold: Hold, readTimeoutMs: number): Promise<Uint8Array> {
  // The client may have left while its key was looked up, and then no event comes any more.
  if (request.destroyed) return Promise.reject(new IngestRefusal('truncated'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => stop(new IngestRefusal('timeout')), readTimeoutMs);

    request.on('data', onData);
    request.on('end', onEnd);
    // The last event in any case: when it comes before `end`, the client went away.
    request.on('close', onClose);

    function onData(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > limits.BODY_COMPRESSED_BYTES_MAX) return stop(new IngestRefusal('body-too-large'));
      try {
        hold.take(chunk.length);
      } catch (refusal) {
        return stop(refusal);
      }
      chunks.push(chunk);
    }
    function onEnd(): void {
      stop(null);
      resolve(joined(chunks, bytes));
    }
    function onClose(): void {
      stop(new IngestRefusal('truncated'));
    }
    function stop(reason: unknown): void {
      clearTimeout(timer);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onClose);
      if (reason) reject(reason);
    }
  });
}

/**
 * After a refusal: takes what the client is still sending and forgets it, for a moment, so that the client gets to read
 * the answer and may use the connection again. Closing at once would reset it under the answer.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), limits.REFUSED_BODY_READ_MS_MAX);
  timer.unref();
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.resume();
}
