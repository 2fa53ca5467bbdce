import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStack } from './parse.ts';

/** Pieces that stacks are made of, in any order. */
const rubble = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '    at ',
        '@',
        ' (',
        ')',
        ':1',
        ':22:3',
        'https://x/a.js',
        'eval at ',
        ' > eval',
        ' line 3',
        '\n',
        '[native code]',
      ),
      fc.string(),
    ),
    { maxLength: 200 },
  )
  .map((pieces) => pieces.join(''));

test('any stack has at most 50 frames, each with a location', () => {
  fc.assert(
    fc.property(rubble, fc.string(), (stack, message) => {
      const frames = parseStack(stack, message);
      expect(frames.length).toBeLessThanOrEqual(50);
      for (const frame of frames) {
        expect(frame.filename.length).toBeGreaterThan(0);
        expect(frame.function.length).toBeGreaterThan(0);
        if (frame.lineno !== undefined) expect(Number.isFinite(frame.lineno)).toBe(true);
      }
    }),
  );
});

test('a stack of ten megabytes is read in time', () => {
  for (const line of [
    '@:1',
    '    at (',
    ':1'.repeat(511),
    ' line 3'.repeat(140),
    'a'.repeat(1024),
    '(eval at '.repeat(100),
  ]) {
    const stack = `${line}\n`.repeat(10_000_000 / (line.length + 1));
    const before = process.cpuUsage();
    parseStack(stack);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  }
});
