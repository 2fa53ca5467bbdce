import { limits } from '@seismo/protocol';

/** Sends text and bytes at the reader's speed. Canceling the stream stops the source. */
export function bytesOf(parts: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      // Several rows per chunk, because each chunk is a message to another thread.
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      while (bytes < limits.EXPORT_PIECE_BYTES) {
        const { done, value } = await iterator.next();
        if (done) {
          if (bytes > 0) controller.enqueue(joined(pieces, bytes));
          controller.close();
          return;
        }
        const piece = typeof value === 'string' ? encoder.encode(value) : value;
        pieces.push(piece);
        bytes += piece.byteLength;
      }
      controller.enqueue(joined(pieces, bytes));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
