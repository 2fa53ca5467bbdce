import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodeKind, CodePiece } from './source-code.ts';
import { sourceHtml } from './source-html.ts';

const place = { start: 7, failing: 1, column: 1 };

test('a line has its number, its colors, and the word that failed is marked', () => {
  const lines: CodePiece[][] = [
    [],
    [
      { text: 'throw', kind: 'keyword' },
      { text: ' it', kind: 'plain' },
    ],
  ];
  expect(sourceHtml(lines, place)).toBe(
    '<li><span>7</span><code> </code></li>' +
      "<li aria-current='true'><span>8</span><code><span class='k here'>throw</span> it</code></li>",
  );
});

test('any source stays text without tags or entities', () => {
  const unit = fc.constantFrom(
    ...'<>&"\'`=/; \t'.split(''),
    'script',
    '&lt;',
    '<!--',
    ']]>',
    '</li>',
    ' onload=x',
    '\u2028',
    'é',
  );
  const text = fc.string({ unit, minLength: 1, maxLength: 30 });
  const kind = fc.constantFrom<CodeKind[]>('plain', 'keyword', 'string', 'number', 'comment', 'name');
  fc.assert(
    fc.property(fc.array(fc.array(fc.record({ text, kind })), { maxLength: 5 }), fc.integer(), (lines, column) => {
      const html = sourceHtml(lines, { ...place, column });
      const tags = html.match(/<[^>]*>/g) ?? [];
      expect(
        tags.every((tag) => /^<(\/(li|span|code)|li( aria-current='true')?|code|span( class='[a-z ]+')?)>$/.test(tag)),
      ).toBe(true);
      const plainText = html
        .replaceAll(/<li[^>]*><span>\d+<\/span>/g, '\n')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(
          /&(amp|lt|gt|quot|#39);/g,
          (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
        );
      expect(plainText).toBe(lines.map((line) => `\n${line.map((piece) => piece.text).join('') || ' '}`).join(''));
    }),
  );
});
