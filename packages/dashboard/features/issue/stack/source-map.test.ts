import type { EventPayload, Frame } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { asSent, detailLines, summarizeMaps, summaryText } from './source-map.ts';

const sent = { filename: 'https://shop.example/app.js', function: 'a', lineno: 1, colno: 9 };
const mapped: Frame = {
  filename: 'src/cart.ts',
  function: 'total',
  lineno: 3,
  vars: { x: 1 },
  map: { state: 'mapped', by: 'debug-id', artifact: '~/app.js.map', generated: sent },
};
const unmapped = (why: 'url-mismatch' | 'no-debug-id'): Frame => ({
  ...sent,
  map: { state: 'unmapped', why, detail: {} },
});
const eventOf = (...frames: Frame[]) =>
  ({ exception: { values: [{ stacktrace: { frames } }] } }) as unknown as EventPayload;

test('the original frame keeps its variables and has no source', () => {
  expect(asSent(mapped)).toEqual({ ...sent, vars: { x: 1 } });
  expect(asSent({ filename: 'a.py' })).toEqual({ filename: 'a.py' });
});

test('one sentence counts the unmapped frames, with the reason', () => {
  const say = (...frames: Frame[]) => summaryText(summarizeMaps(eventOf(...frames)));
  expect(say(mapped, unmapped('url-mismatch'))).toBe('1 of 2 frames have no source map: URL mismatch.');
  expect(say(unmapped('no-debug-id'))).toBe('The frame has no source map: no debug ID.');
  expect(say(unmapped('url-mismatch'), unmapped('no-debug-id'), unmapped('no-debug-id'), { filename: 'x' })).toBe(
    '3 frames have no source map: no debug ID (2), URL mismatch (1).',
  );
});

test('details read as names and values, an empty one as none', () => {
  expect(detailLines({ dist: '', uploaded: ['web', ''], looked: ['a', '~/a'], constructor: 'x' })).toEqual([
    ['Uploaded for', 'web, none'],
    ['Event dist', 'none'],
    ['Looked for', 'a, ~/a'],
  ]);
  expect(detailLines({ debugId: '1', uploaded: '2' })).toEqual([
    ['Debug ID of the file', '1'],
    ['Uploaded with debug ID', '2'],
  ]);
});
