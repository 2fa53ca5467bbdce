import { expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { hydrationOf } from './hydration.ts';

const event = (hydration: object | undefined, value = ''): EventPayload =>
  ({ contexts: hydration ? { hydration } : {}, exception: { values: [{ value }] } }) as unknown as EventPayload;

test('the two sides as our kit sends them are compared piece by piece', () => {
  const sent = { path: 'main > p', server: '<p>Open until <b>10:00</b></p>', client: '<p>Open until <b>10:01</b></p>' };
  expect(hydrationOf(event(sent))).toEqual({
    path: 'main > p',
    lines: [
      { side: 'both', text: '<p>' },
      { side: 'both', text: 'Open until ' },
      { side: 'both', text: '<b>' },
      { side: 'server', text: '10:00' },
      { side: 'client', text: '10:01' },
      { side: 'both', text: '</b>' },
      { side: 'both', text: '</p>' },
    ],
  });
  const added = hydrationOf(event({ server: '<p></p>', client: '<p></p><p></p>' }));
  expect(added?.lines.map(({ side }) => side)).toEqual(['both', 'both', 'client', 'client']);
});

test("React's own message has it in development", () => {
  const value = 'Hydration failed.\n\nhttps://react.dev/link/hydration-mismatch\n\n  <Clock>\n+ 1\n- 2\n';
  expect(hydrationOf(event(undefined, value))).toEqual({
    path: '',
    lines: [
      { side: 'both', text: ' <Clock>' },
      { side: 'client', text: ' 1' },
      { side: 'server', text: ' 2' },
    ],
  });
});

test.each([
  [undefined],
  [{}],
  [{ server: 7, client: [] }],
  [{ server: '', client: '' }],
  [{ server: '<p>', client: '<p>' }],
])('%j is no difference', (hydration) => expect(hydrationOf(event(hydration))).toBeNull());

test('any input ends fast', () => {
  const lines = hydrationOf(event({ server: '<'.repeat(100_000), client: '<p>'.repeat(100_000) }))!.lines;
  expect(lines.length).toBeLessThanOrEqual(400);
  const value = `react.dev/link/hydration-mismatch\n${'+ a\n'.repeat(10_000)}`;
  expect(hydrationOf(event(undefined, value))!.lines.length).toBeLessThanOrEqual(200);
});
