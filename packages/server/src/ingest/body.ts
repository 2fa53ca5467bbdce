import type { IncomingMessage } from 'node:http';
import { limits } from '@seismo/protocol';
import type { MemoryBudget } from './body-memory.ts';
import { codingOf, type Coding, type Inflater } from './inflate.ts';
import { joined } from './joined.ts';
import { IngestRefusal } from './refuse.ts';

export interface BodyReading {
  budget: MemoryBudget;
  inflater: Inflater;
  timeoutMs: number;
  /** Within each of these, a certain number of bytes has to arrive. */
  rateWindowMs: number;
  /**
   * If only the body identifies the sender: called once with its inflated beginning, as soon as more than the limit for
   * unknown senders has arrived. Reading continues when it resolves.
   */
  identify: ((head: Uint8Array) => Promise<void>) | null;
}

/**
 * Reads and inflates the body of a request. The result owns its buffer, so it can be moved to another thread. Refuses
 * bodies above the limits, before or while they arrive, and senders that are too slow or take longer than `timeoutMs`.
 */
export async function readBody(request: IncomingMessage, reading: BodyReading): Promise<Uint8Array> {
  const { budget, inflater } = reading;
  const coding = codingOf(request.headers['content-encoding']);
  const declaredBytes = request.headers['content-length'];
  if (declaredBytes !== undefined && Number(declaredBytes) > limits.BODY_COMPRESSED_BYTES_MAX) {
    throw new IngestRefusal('body-too-large');
  }
  const bytes = await collect(request, coding, reading);
  if (coding === 'identity') return bytes;
  const inflated = await inflater.whole(bytes, coding, budget);
  budget.free(bytes.length);
  return inflated;
}

function collect(
  request: IncomingMessage,
  coding: Coding,
  { budget, inflater, timeoutMs, rateWindowMs, identify }: BodyReading,
): Promise<Uint8Array> {
  // The client may have left during the key lookup, after which no event fires.
  if (request.destroyed) return Promise.reject(new IngestRefusal('truncated'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isIdentified = identify === null;
    let bytesBefore = 0;
    let leftMs = timeoutMs;
    const windowMs = Math.min(timeoutMs, rateWindowMs);
    // After pending socket data: this process may have been blocked, not the sender.
    const timer = setInterval(() => setImmediate(checkPace), windowMs);

    request.on('data', onData);
    request.on('end', onEnd);
    // Always the last event: before `end`, it means that the client left.
    request.on('close', onClose);

    function onData(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > limits.BODY_COMPRESSED_BYTES_MAX) return stop(new IngestRefusal('body-too-large'));
      try {
        budget.reserve(chunk.length);
      } catch (refusal) {
        return stop(refusal);
      }
      chunks.push(chunk);
      if (!isIdentified && bytes >= limits.BODY_SMALL_BYTES_MAX) {
        isIdentified = true;
        request.pause();
        headOf(joined(chunks, bytes))
          .then(identify!)
          .then(() => request.resume(), stop);
      }
    }
    async function headOf(sent: Uint8Array): Promise<Uint8Array> {
      if (coding === 'identity') return sent;
      return inflater.head(sent, coding, limits.ENVELOPE_HEADER_BYTES_MAX + 1);
    }
    function checkPace(): void {
      leftMs -= windowMs;
      if (leftMs <= 0 || bytes - bytesBefore < limits.BODY_RATE_BYTES_MIN) stop(new IngestRefusal('timeout'));
      bytesBefore = bytes;
    }
    function onEnd(): void {
      stop(null);
      resolve(joined(chunks, bytes));
    }
    function onClose(): void {
      stop(new IngestRefusal('truncated'));
    }
    function stop(reason: unknown): void {
      clearInterval(timer);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onClose);
      if (reason) reject(reason);
    }
  });
}

/**
 * After a refusal: discards the rest of the body for a moment, so that the client can read the response and reuse the
 * connection. Closing immediately would reset it.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), limits.REFUSED_BODY_READ_MS_MAX);
  timer.unref();
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.resume();
}
