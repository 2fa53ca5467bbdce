import { expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { hydrationDiffOf } from './hydration.ts';

const event = (diff: unknown, value = ''): EventPayload =>
  ({ contexts: { hydration: { diff } }, exception: { values: [{ value }] } }) as unknown as EventPayload;

test('lines of the server and of the browser are told apart', () => {
  expect(hydrationDiffOf(event('\n  <p>\n+   10:01\n-   10:00\n'))).toEqual([
    { side: 'both', text: ' <p>' },
    { side: 'client', text: '   10:01' },
    { side: 'server', text: '   10:00' },
  ]);
});

test("React's own message has it in development", () => {
  const value = 'Hydration failed.\n\nhttps://react.dev/link/hydration-mismatch\n\n  <Clock>\n+ 1\n- 2\n';
  expect(hydrationDiffOf(event(undefined, value)).map(({ side }) => side)).toEqual(['both', 'client', 'server']);
});

test.each([[undefined], [7], ['nothing differs'], [''], ['\n'.repeat(100_000)]])('%j is no difference', (diff) =>
  expect(hydrationDiffOf(event(diff))).toEqual([]),
);

test('a very long one is cut', () => expect(hydrationDiffOf(event('+ a\n'.repeat(10_000)))).toHaveLength(200));
