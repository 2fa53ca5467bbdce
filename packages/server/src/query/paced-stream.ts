import { limits } from '@seismo/protocol';

export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface SendingOptions {
  /** Rejects when no more bytes will arrive. */
  broken?: Promise<never>;
  stallMsMax?: number;
}

/**
 * The same bytes, pulled at the reader's speed. `ended` is called when the stream has ended, the reader has left or
 * read nothing for `stallMsMax`, or an error occurred.
 */
export function pacedStream(
  body: Bytes,
  ended: () => void,
  { broken, stallMsMax = limits.SENDING_STALL_MS_MAX }: SendingOptions = {},
): Bytes {
  const reader = body.getReader();
  let stalled: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(stalled);
    ended();
  };
  const watch = (controller: ReadableStreamDefaultController) => {
    stalled = setTimeout(() => {
      controller.error(new Error(`The client read nothing for ${stallMsMax / 1000} s.`));
      void reader.cancel().catch(() => {});
      end();
    }, stallMsMax).unref();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(stalled);
        try {
          const { done, value } = await Promise.race([reader.read(), ...(broken ? [broken] : [])]);
          if (done) {
            controller.close();
            end();
          } else {
            controller.enqueue(value);
            watch(controller);
          }
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel(reason) {
        end();
        void reader.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
