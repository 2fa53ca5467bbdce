import { expect, test } from 'vitest';
import { pacedStream } from './paced-stream.ts';

/** An endless stream that counts how many pieces were pulled. */
function endless() {
  const source = { pieces: 0, canceled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        source.pieces++;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel() {
        source.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, source };
}

test('content is produced only as fast as it is read, and a stalled reader is aborted', async () => {
  const { body, source } = endless();
  let ended = 0;
  const reader = pacedStream(body, () => ended++, { stallMsMax: 50 }).getReader();
  await reader.read();
  await reader.read();
  expect(source.pieces).toBe(2);
  expect(ended).toBe(0);
  await expect.poll(() => source.canceled, { timeout: 30_000 }).toBe(true);
  expect(ended).toBe(1);
  await expect(reader.read()).rejects.toThrow(/read nothing/);
});

test('ends when the reader leaves, when all is sent, and on an error', async () => {
  const left = endless();
  let ended = '';
  await pacedStream(left.body, () => void (ended += 'left ')).cancel();
  expect(left.source.canceled).toBe(true);
  const whole = pacedStream(new Blob(['abc']).stream(), () => void (ended += 'sent '));
  expect(await new Response(whole).text()).toBe('abc');
  const never = new ReadableStream<Uint8Array<ArrayBuffer>>();
  const broken = Promise.reject(new Error('The thread ended.'));
  broken.catch(() => {});
  const reading = new Response(
    pacedStream(never, () => void (ended += 'broken'), { broken: broken as Promise<never> }),
  );
  await expect(reading.text()).rejects.toThrow('The thread ended.');
  expect(ended).toBe('left sent broken');
});
