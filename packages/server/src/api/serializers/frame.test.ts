import type { Frame } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { rawStacktraceJson, rawStacktraceShape, stacktraceJson, stacktraceShape } from './frame.ts';

const generated: Frame = {
  filename: 'https://shop.example/assets/app.js',
  function: 'a',
  lineno: 1,
  colno: 9,
  in_app: true,
};
const mapped: Frame = {
  filename: 'src/cart.ts',
  abs_path: '../src/cart.ts',
  function: 'total',
  lineno: 3,
  colno: 5,
  in_app: true,
  pre_context: ['one', 'two'],
  context_line: 'three',
  vars: { items: 2 },
  map: { state: 'mapped', by: 'release', artifact: '~/assets/app.js.map', generated },
};
const unmapped: Frame = { ...generated, map: { state: 'unmapped', why: 'no-debug-id', detail: {} } };

test('a mapped frame reads as at Sentry: its map, its name before, the stack as it was sent beside it', () => {
  expect(stacktraceShape({ frames: [unmapped, mapped] }).frames).toMatchObject([
    { filename: generated.filename, data: { symbolicated: false, why: 'no-debug-id' } },
    {
      filename: 'src/cart.ts',
      function: 'total',
      rawFunction: 'a',
      map: 'app.js.map',
      mapUrl: '~/assets/app.js.map',
      origAbsPath: generated.filename,
      data: { symbolicated: true, resolved_with: 'release', sourcemap: '~/assets/app.js.map' },
      context: [
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ],
    },
  ]);
  expect(rawStacktraceShape({ frames: [unmapped, mapped] })!.frames).toMatchObject([
    { filename: generated.filename, lineNo: 1 },
    { filename: generated.filename, function: 'a', lineNo: 1, colNo: 9, context: [], vars: { items: 2 } },
  ]);
});

test('a stack that no map changed is not given twice', () => {
  expect([rawStacktraceShape({ frames: [unmapped] }), rawStacktraceJson({ frames: [unmapped] })]).toEqual([null, null]);
  expect(rawStacktraceShape(undefined)).toBeNull();
});

test('the JSON of an event has no word of ours beside `data`', () => {
  const [first, second] = stacktraceJson({ frames: [unmapped, mapped] }).frames;
  expect(Object.keys({ ...first, ...second })).not.toContain('map');
  expect(second).toMatchObject({ function: 'total', data: { symbolicated: true } });
});
