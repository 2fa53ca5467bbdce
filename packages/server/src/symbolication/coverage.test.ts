import type { EventPayload, Frame } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

const id = '11111111-2222-3333-4444-555555555555';
const mapped = (lacks?: 'source-content-missing'): Frame => ({
  filename: 'src/cart.ts',
  map: { state: 'mapped', by: 'debug-id', artifact: '~/app.js.map', generated: {}, ...(lacks && { lacks }) },
});
const unmapped = (path: string, why: 'no-artifact-with-debug-id' | 'no-debug-id'): Frame => ({
  abs_path: path,
  map: { state: 'unmapped', why, detail: {} },
});
const event = (frames: Frame[]): EventPayload =>
  ({
    exception: { values: [{ type: 'Error', stacktrace: { frames } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: 'https://shop.example/app.js', debug_id: id }] },
  }) as unknown as EventPayload;

test('frames are counted by mapping result, and unknown debug IDs are listed once', () => {
  const coverage = coverageOf(
    event([
      { function: 'native' },
      mapped(),
      mapped('source-content-missing'),
      unmapped('https://shop.example/app.js', 'no-artifact-with-debug-id'),
      unmapped('https://shop.example/app.js', 'no-artifact-with-debug-id'),
      unmapped('https://cdn.example/other.js', 'no-debug-id'),
    ]),
  );
  expect(coverage).toEqual({
    mapped: 2,
    errors: { 'source-content-missing': 1, 'no-artifact-with-debug-id': 2, 'no-debug-id': 1 },
    unmappedDebugIds: [id],
  });
});

test('an event without built code is not counted', () => {
  expect(coverageOf(event([{ function: 'native' }]))).toEqual({ mapped: 0, errors: {}, unmappedDebugIds: [] });
  expect(coverageOf({} as EventPayload)).toEqual({ mapped: 0, errors: {}, unmappedDebugIds: [] });
});
