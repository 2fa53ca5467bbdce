import { limits } from '@seismo/protocol';

/** Encodes text at the reader's speed. Canceling the stream stops the source. */
export function bytesOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      // Several rows per chunk, because each chunk is a message to another thread.
      let text = '';
      while (text.length < limits.EXPORT_PIECE_BYTES) {
        const { done, value } = await iterator.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
