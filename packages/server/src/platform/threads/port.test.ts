import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { caller, returnBytes, withTransfer, serve } from './port.ts';

function connected<Functions extends Record<string, (...args: never[]) => unknown>>(functions: Functions) {
  const { port1, port2 } = new MessageChannel();
  serve(port2, functions);
  return caller<Functions>(port1);
}

test("transferred bytes arrive complete and leave the sender's buffer empty, in calls and in answers", async () => {
  const answer = Uint8Array.of(4, 5, 6);
  const { call, close } = connected({
    sum: ({ bytes }: { bytes: Uint8Array }) => bytes.reduce((sum, byte) => sum + byte, 0),
    read: () => withTransfer([{ bytes: answer }], [answer]),
  });
  const sent = { bytes: Uint8Array.of(1, 2, 3) };
  expect(await call.sum(sent)).toBe(6);
  expect(sent.bytes).toEqual(Uint8Array.of(1, 2, 3));
  expect(await call.sum(withTransfer(sent, [sent.bytes]))).toBe(6);
  expect(sent.bytes.byteLength).toBe(0);
  expect(await call.read()).toEqual([{ bytes: Uint8Array.of(4, 5, 6) }]);
  expect(answer.byteLength).toBe(0);
  close();
});

test('bytes that are given back are empty', () => {
  const bytes = Uint8Array.of(1);
  returnBytes(bytes);
  expect(bytes.byteLength).toBe(0);
});
