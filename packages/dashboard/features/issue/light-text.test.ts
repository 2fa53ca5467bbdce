import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLightText, type Inline } from './light-text.ts';

test('reads paragraphs, lists, quotes and code', () => {
  expect(readLightText('One\ntwo\n\n- a\n- `b`\n> said\n```ts\nlet *x*\n```\nend')).toEqual([
    { kind: 'paragraph', of: [{ kind: 'text', text: 'One\ntwo' }] },
    { kind: 'list', items: [[{ kind: 'text', text: 'a' }], [{ kind: 'code', text: 'b' }]] },
    { kind: 'quote', of: [{ kind: 'text', text: 'said' }] },
    { kind: 'code', text: 'let *x*' },
    { kind: 'paragraph', of: [{ kind: 'text', text: 'end' }] },
  ]);
});

test.each<[string, Inline[]]>([
  [
    '**no** *yes*',
    [
      { kind: 'strong', of: [{ kind: 'text', text: 'no' }] },
      { kind: 'text', text: ' ' },
      { kind: 'em', of: [{ kind: 'text', text: 'yes' }] },
    ],
  ],
  ['2 * 3 * 4', [{ kind: 'text', text: '2 * 3 * 4' }]],
  [
    '[it](https://a.example/x) http://b.example.',
    [
      { kind: 'link', href: 'https://a.example/x', text: 'it' },
      { kind: 'text', text: ' ' },
      { kind: 'link', href: 'http://b.example', text: 'http://b.example' },
      { kind: 'text', text: '.' },
    ],
  ],
  ['[it](javascript:alert(1))', [{ kind: 'text', text: '[it](javascript:alert(1))' }]],
  ['<b>x</b>', [{ kind: 'text', text: '<b>x</b>' }]],
])('%s', (text, expected) => expect(readLightText(text)).toEqual([{ kind: 'paragraph', of: expected }]));

test('whatever is written, links lead only to the web, and no word is lost', () => {
  const text = fc.array(
    fc.constantFrom('*', '**', '`', '```', '[', '](', ')', 'http://x', 'javascript:', 'word', ' ', '\n', '>', '- '),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(text, (parts) => {
      const blocks = JSON.stringify(readLightText(parts.join('')));
      for (const [, href] of blocks.matchAll(/"href":"([^"]*)"/g)) expect(href).toMatch(/^https?:/);
      const fences = parts.includes('```');
      if (!fences)
        expect(blocks.match(/word/g)?.length ?? 0).toBeGreaterThanOrEqual(
          parts.filter((part) => part === 'word').length,
        );
    }),
  );
});

test('a hostile comment is read in time', () => {
  const before = process.threadCpuUsage();
  for (const part of ['*', '`', '[', '[a](', 'http://', '> ', '- ', '```\n'])
    readLightText(part.repeat(10_000 / part.length));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_000);
});
