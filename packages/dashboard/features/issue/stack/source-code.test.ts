import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coloredLines, languageOf, markWord, parsersFor, type CodePiece, type Language } from './source-code.ts';

const parsers = await parsersFor(['ts', 'tsx', 'python', 'php', 'java', 'go', 'rust']);
const inLanguage = (language: Language | null) => (language === null ? undefined : parsers.get(language));
const plenty = () => ({ leftMs: 5000 });
const colors = (lines: CodePiece[][]) =>
  lines.map((line) => line.filter(({ kind }) => kind !== 'plain').map(({ text, kind }) => `${kind}:${text}`));

test('a piece out of the middle of a file has its keywords, strings, numbers, names and comments', () => {
  const lines = coloredLines(
    ['  // The service answers 402.', "  const answer = await pay('/api', 2);", '  return <Order id="a" />;', '}'],
    inLanguage('tsx'),
    plenty(),
  );
  expect(colors(lines)).toEqual([
    ['comment:// The service answers 402.'],
    ['keyword:const', 'name:answer', 'keyword:await', 'name:pay', "string:'/api'", 'number:2'],
    ['keyword:return', 'name:Order', 'string:"a"'],
    [],
  ]);
});

test('a cast of TypeScript is no element', () => {
  const [line] = coloredLines(['const a = <T>b; // c'], inLanguage('ts'), plenty());
  expect(colors([line!])).toEqual([['keyword:const', 'name:a', 'name:T', 'comment:// c']]);
});

test('the text of any source stays unchanged', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...'(){}[]<>`$/*"\'ab=,;:?.-\t \u2028é\0'.split(''), 'async', '<!--', '${'),
    maxLength: 200,
  });
  fc.assert(
    fc.property(
      fc.array(nasty, { minLength: 1, maxLength: 12 }),
      fc.constantFrom<(Language | null)[]>('ts', 'tsx', 'python', 'php', 'java', 'go', 'rust', null),
      (lines, language) => {
        const found = coloredLines(lines, inLanguage(language), plenty());
        expect(found.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines);
      },
    ),
    { numRuns: 150 },
  );
});

test('code that takes too long stays plain, and so does all after it', () => {
  let nowMs = 0;
  const budget = { leftMs: 10 };
  const slow = coloredLines(['<'.repeat(5000)], inLanguage('tsx'), budget, () => (nowMs += 1));
  expect(slow).toEqual([[{ text: '<'.repeat(5000), kind: 'plain' }]]);
  expect(budget.leftMs).toBeLessThanOrEqual(0);
  expect(colors(coloredLines(['const a = 1'], inLanguage('tsx'), budget))).toEqual([[]]);
});

test('code that is deeper than the stack, or no lines, is plain', () => {
  const deep = '<a b={'.repeat(3000);
  for (const language of ['java', 'tsx', 'python'] as const) {
    const [line] = coloredLines([deep], inLanguage(language), plenty());
    expect(line!.map(({ text }) => text).join('')).toBe(deep);
  }
  expect(colors(coloredLines(['const a\nlet b'], inLanguage('ts'), plenty()))).toEqual([[]]);
});

test('the language is that of the file, else of the platform', () => {
  expect(languageOf({ filename: 'src/cart.ts?8f3c' }, 'javascript')).toBe('ts');
  expect(languageOf({ filename: 'app/cart.rs' }, 'javascript')).toBe('rust');
  expect(languageOf({ filename: 'app:///cart' }, 'node')).toBe('tsx');
  expect(languageOf({ filename: 'main.wat' }, 'javascript')).toBeNull();
  expect(languageOf({ filename: 'x.constructor' }, '__proto__')).toBeNull();
});

test('the word at the column is marked, across colors', () => {
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
