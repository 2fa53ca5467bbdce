import type { Frame } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldFrames, functionOf, packageOf, locationOf } from './frames.ts';

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
    oldestFirst: false,
    platform: 'javascript',
  });
  expect(pieces.map((piece) => piece.kind)).toEqual(['frame', 'fold']);
  const fold = pieces[1]!;
  if (fold.kind !== 'fold') throw new Error('expected a fold');
  expect(fold.label).toBe('3 frames in react-dom and scheduler');
  expect(fold.frames.map((frame) => frame.function)).toEqual(['c', 'b', 'a']);
});

test('the middle of a recursion folds into one line', () => {
  const frames = [mine('start'), ...Array.from({ length: 90 }, () => mine('walk')), mine('leaf')];
  const options = { all: false, oldestFirst: false, platform: 'javascript' };
  const pieces = foldFrames(frames, options);
  expect(pieces.map((piece) => (piece.kind === 'frame' ? piece.frame.function : piece.label))).toEqual([
    'leaf',
    'walk',
    '88 more calls of walk at the same line',
    'walk',
    'start',
  ]);
  expect(foldFrames(frames, { ...options, all: true })).toHaveLength(92);
  const other = frames.map((frame, lineno) => ({ ...frame, lineno }));
  expect(foldFrames(other, options), 'calls at different lines').toHaveLength(92);
});

test('one library frame alone is not folded', () => {
  const pieces = foldFrames([mine('a'), theirs('b'), mine('c')], {
    all: false,
    oldestFirst: true,
    platform: 'javascript',
  });
  expect(pieces.map((piece) => piece.kind)).toEqual(['frame', 'frame', 'frame']);
});

test('the frame that threw is always shown, and so is a stack of libraries only', () => {
  const thrown = foldFrames([mine('a'), theirs('b'), theirs('c'), theirs('d')], {
    all: false,
    oldestFirst: false,
    platform: 'javascript',
  });
  expect(thrown[0]).toMatchObject({ kind: 'frame', frame: { function: 'd' } });
  expect(
    foldFrames([theirs('a'), theirs('b')], { all: false, oldestFirst: false, platform: 'javascript' }).every(
      (piece) => piece.kind === 'frame',
    ),
  ).toBe(true);
});

test('folding loses and doubles no frame', () => {
  const frame = fc.record({ function: fc.constantFrom('a', 'b'), in_app: fc.boolean(), lineno: fc.nat(1) });
  fc.assert(
    fc.property(fc.array(frame), fc.boolean(), fc.boolean(), (frames, all, oldestFirst) => {
      const unfolded = foldFrames(frames, { all, oldestFirst, platform: 'javascript' }).flatMap((piece) =>
        piece.kind === 'frame' ? [piece.frame] : piece.frames,
      );
      expect(unfolded).toEqual(oldestFirst ? frames : [...frames].reverse());
    }),
  );
});

test('packages are read from paths', () => {
  expect(packageOf(theirs('a', '@scope/name'), 'javascript')).toBe('@scope/name');
  expect(packageOf({ abs_path: 'node:internal/timers' }, 'javascript')).toBe('node:internal');
  expect(packageOf({ filename: 'https://example.com/app.js' }, 'javascript')).toBeNull();
});

test('packages are named as the language names them', () => {
  expect(packageOf({ module: 'org.springframework.web.servlet.DispatcherServlet' }, 'java')).toBe(
    'org.springframework',
  );
  expect(packageOf({ module: 'github.com/gin-gonic/gin' }, 'go')).toBe('github.com/gin-gonic/gin');
  expect(packageOf({ module: 'net/http' }, 'go')).toBe('net');
  expect(packageOf({ module: 'requests.adapters' }, 'python')).toBe('requests');
  expect(packageOf({ package: '/usr/lib/x86_64-linux-gnu/libc.so.6' }, 'native')).toBe('libc.so.6');
});

test('functions are called as a developer of the language calls them', () => {
  expect(functionOf({ module: 'com.example.shop.Main', function: 'charge' }, 'java')).toBe(
    'com.example.shop.Main.charge',
  );
  expect(functionOf({ image: { name: 'libshop.so', offset: '0x987f' } }, 'native')).toBe('libshop.so +0x987f');
  expect(functionOf({ instruction_addr: '0x7f00987f' }, 'native')).toBe('0x7f00987f');
  expect(functionOf({}, 'javascript')).toBe('<anonymous>');
});

test('locations leave out unknown parts', () => {
  expect(locationOf(mine('cart'))).toBe('src/cart.ts:3:7');
  expect(locationOf({ filename: 'a.js' })).toBe('a.js');
  expect(locationOf({ filename: 'app/%28main%29/action/%5Bname%5D/page.jsx', lineno: 11 })).toBe(
    'app/(main)/action/[name]/page.jsx:11',
  );
  expect(locationOf({ filename: 'src/100%.js' })).toBe('src/100%.js');
  expect(locationOf({ package: '/opt/shop/libshop.so' })).toBe('libshop.so');
  expect(locationOf({ package: '/opt/shop/libshop.so', image: { name: 'libshop.so', offset: '0x1' } })).toBe('');
});
