import { expect, test } from 'vitest';
import { sending } from './sending.ts';

/** An endless stream that counts how many pieces were pulled. */
function endless() {
  const asked = { pieces: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        asked.pieces++;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel() {
        asked.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, asked };
}

test('content is produced only as fast as it is read, and a stalled reader is aborted', async () => {
  const { body, asked } = endless();
  let ended = 0;
  const reader = sending(body, () => ended++, { stallMsMax: 50 }).getReader();
  await reader.read();
  await reader.read();
  expect(asked.pieces).toBe(2);
  expect(ended).toBe(0);
  await expect.poll(() => asked.cancelled, { timeout: 30_000 }).toBe(true);
  expect(ended).toBe(1);
  await expect(reader.read()).rejects.toThrow(/read nothing/);
});

test('ends when the reader leaves, when all is sent, and on an error', async () => {
  const left = endless();
  let ended = '';
  await sending(left.body, () => void (ended += 'left ')).cancel();
  expect(left.asked.cancelled).toBe(true);
  const whole = sending(new Blob(['abc']).stream(), () => void (ended += 'sent '));
  expect(await new Response(whole).text()).toBe('abc');
  const never = new ReadableStream<Uint8Array<ArrayBuffer>>();
  const broken = Promise.reject(new Error('The thread ended.'));
  broken.catch(() => {});
  const reading = new Response(sending(never, () => void (ended += 'broken'), { broken: broken as Promise<never> }));
  await expect(reading.text()).rejects.toThrow('The thread ended.');
  expect(ended).toBe('left sent broken');
});
