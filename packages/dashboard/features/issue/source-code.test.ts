import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colouredLines, languageOf, markWord, type CodePiece, type Language } from './source-code.ts';

const plenty = () => ({ leftMs: 5000 });
const colours = (lines: CodePiece[][]) =>
  lines.map((line) => line.filter(({ kind }) => kind !== 'plain').map(({ text, kind }) => `${kind}:${text}`));

test('a piece out of the middle of a file has its keywords, strings, numbers, names and comments', async () => {
  const lines = await colouredLines(
    ['  // The service answers 402.', "  const answer = await pay('/api', 2);", '  return <Order id="a" />;', '}'],
    'tsx',
    plenty(),
  );
  expect(colours(lines)).toEqual([
    ['comment:// The service answers 402.'],
    ['keyword:const', 'name:answer', 'keyword:await', 'name:pay', "string:'/api'", 'number:2'],
    ['keyword:return', 'name:Order', 'string:"a"'],
    [],
  ]);
});

test('a cast of TypeScript is no element', async () => {
  const [line] = await colouredLines(['const a = <T>b; // c'], 'ts', plenty());
  expect(colours([line!])).toEqual([['keyword:const', 'name:a', 'name:T', 'comment:// c']]);
});

test('whatever the source is, its text stays as it was, line by line', async () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...'(){}[]<>`$/*"\'ab=,;:?.-\t \u2028é\0'.split(''), 'async', '<!--', '${'),
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(nasty, { minLength: 1, maxLength: 12 }),
      fc.constantFrom<(Language | null)[]>('ts', 'tsx', 'python', 'php', 'java', 'go', 'rust', null),
      async (lines, language) => {
        const found = await colouredLines(lines, language, plenty());
        expect(found.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines);
      },
    ),
    { numRuns: 150 },
  );
});

test('what takes too long is plain, and so is all that comes after it', async () => {
  let nowMs = 0;
  const budget = { leftMs: 10 };
  const slow = await colouredLines(['<'.repeat(5000)], 'tsx', budget, () => (nowMs += 1));
  expect(slow).toEqual([[{ text: '<'.repeat(5000), kind: 'plain' }]]);
  expect(budget.leftMs).toBeLessThanOrEqual(0);
  expect(colours(await colouredLines(['const a = 1'], 'tsx', budget))).toEqual([[]]);
});

test('code that is deeper than the stack, or no lines, is plain', async () => {
  const deep = '<a b={'.repeat(3000);
  for (const language of ['java', 'tsx', 'python'] as const) {
    const [line] = await colouredLines([deep], language, plenty());
    expect(line!.map(({ text }) => text).join('')).toBe(deep);
  }
  expect(colours(await colouredLines(['const a\nlet b'], 'ts', plenty()))).toEqual([[]]);
});

test('the language is that of the file, else of the platform', () => {
  expect(languageOf({ filename: 'src/cart.ts?8f3c' }, 'javascript')).toBe('ts');
  expect(languageOf({ filename: 'app/cart.rs' }, 'javascript')).toBe('rust');
  expect(languageOf({ filename: 'app:///cart' }, 'node')).toBe('tsx');
  expect(languageOf({ filename: 'main.wat' }, 'javascript')).toBeNull();
  expect(languageOf({ filename: 'x.constructor' }, '__proto__')).toBeNull();
});

test('the word at the column is marked, across colours', () => {
  const pieces: CodePiece[] = [
    { text: 'return ', kind: 'keyword' },
    { text: 'cart.total', kind: 'plain' },
  ];
  const marked = (column: number | undefined) =>
    markWord(pieces, column)
      .filter((piece) => piece.marked)
      .map(({ text }) => text);
  expect(marked(8)).toEqual(['cart']);
  expect(marked(12)).toEqual(['.']);
  expect(marked(1)).toEqual(['return']);
  expect(marked(99)).toEqual([]);
  expect(marked(undefined)).toEqual([]);
  expect(markWord(pieces, 13).map(({ text }) => text)).toEqual(['return ', 'cart.', 'total']);
  expect(markWord([{ text: '{snip} a.b', kind: 'plain' }], 8).some((piece) => piece.marked)).toBe(false);
});
