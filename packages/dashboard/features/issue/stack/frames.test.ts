import type { Frame } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldFrames, foldLabel, packageOf, placeOf, stackText } from './frames.ts';

const mine = (name: string): Frame => ({
  function: name,
  filename: `src/${name}.ts`,
  in_app: true,
  lineno: 3,
  colno: 7,
});
const theirs = (name: string, pack = 'react-dom'): Frame => ({
  function: name,
  abs_path: `/app/node_modules/${pack}/index.js`,
  filename: `node_modules/${pack}/index.js`,
  in_app: false,
});

test('a run of library frames folds into one line that names the packages', () => {
  const pieces = foldFrames([theirs('a'), theirs('b'), theirs('c', 'scheduler'), mine('cart')], {
    all: false,
    newestFirst: true,
  });
  expect(pieces.map((piece) => piece.kind)).toEqual(['frame', 'fold']);
  const fold = pieces[1]!;
  if (fold.kind !== 'fold') throw new Error('expected a fold');
  expect(foldLabel(fold.frames, fold.packages)).toBe('3 frames in react-dom and scheduler');
  expect(fold.frames.map((frame) => frame.function)).toEqual(['c', 'b', 'a']);
});

test('one library frame alone is not folded', () => {
  const pieces = foldFrames([mine('a'), theirs('b'), mine('c')], { all: false, newestFirst: false });
  expect(pieces.map((piece) => piece.kind)).toEqual(['frame', 'frame', 'frame']);
});

test('the frame that threw is always shown, and so is a stack of libraries only', () => {
  const thrown = foldFrames([mine('a'), theirs('b'), theirs('c'), theirs('d')], { all: false, newestFirst: true });
  expect(thrown[0]).toMatchObject({ kind: 'frame', frame: { function: 'd' } });
  expect(
    foldFrames([theirs('a'), theirs('b')], { all: false, newestFirst: true }).every((piece) => piece.kind === 'frame'),
  ).toBe(true);
});

test('folding loses and doubles no frame', () => {
  const frame = fc.record({ function: fc.string(), in_app: fc.boolean() });
  fc.assert(
    fc.property(fc.array(frame), fc.boolean(), fc.boolean(), (frames, all, newestFirst) => {
      const shown = foldFrames(frames, { all, newestFirst }).flatMap((piece) =>
        piece.kind === 'frame' ? [piece.frame] : piece.frames,
      );
      expect(shown).toEqual(newestFirst ? [...frames].reverse() : frames);
    }),
  );
});

test('packages are read from paths', () => {
  expect(packageOf(theirs('a', '@scope/name'))).toBe('@scope/name');
  expect(packageOf({ abs_path: 'node:internal/timers' })).toBe('node:internal');
  expect(packageOf({ filename: 'https://example.com/app.js' })).toBeNull();
});

test('places and stacks leave out what is not known', () => {
  expect(placeOf(mine('cart'))).toBe('src/cart.ts:3:7');
  expect(placeOf({ filename: 'a.js' })).toBe('a.js');
  expect(stackText('TypeError', 'x is undefined', [theirs('outer'), mine('inner')])).toBe(
    'TypeError: x is undefined\n    at inner (src/inner.ts:3:7)\n    at outer (node_modules/react-dom/index.js)',
  );
});
