import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownText } from './markdown-text.tsx';

/** Without classes, which do not affect the content. */
const htmlOf = (text: string, mentions?: string[]) =>
  renderToStaticMarkup(createElement(MarkdownText, { text, mentions }))
    .replaceAll(/ class="[^"]*"/g, '')
    .replace(/^<div>(.*)<\/div>$/s, '$1');

test.each([
  ['One\ntwo', '<p>One<br/>two</p>'],
  ['**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['- a\n- `b`', '<ul><li>a</li><li><code>b</code></li></ul>'],
  ['3. a\n   - b', '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>'],
  ['- [x] done', '<ul><li><span>☑ </span>done</li></ul>'],
  ['> said', '<blockquote><p>said</p></blockquote>'],
  ['```ts\nlet *x*\n```', '<pre tabindex="0">let *x*</pre>'],
  ['# Head', '<p>Head</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  [
    '[it](https://a.example/x) http://b.example.',
    '<p><a href="https://a.example/x" rel="noopener noreferrer nofollow" target="_blank">it</a> ' +
      '<a href="http://b.example/" rel="noopener noreferrer nofollow" target="_blank">http://b.example</a>.</p>',
  ],
])('%s', (text, expected) => expect(htmlOf(text)).toBe(expected));

const mentioned = ['Ada', 'Ada Lovelace', 'bob@shop.example', 'web', '*x*_y', '<script>alert(1)</script>', 'a.b'];

test.each([
  ['@Ada and @ada lovelace, @WEB!', '<p>[@Ada] and [@ada lovelace], [@WEB]!</p>'],
  ['**@Ada Lovelace** *@web*', '<p><strong>[@Ada Lovelace]</strong> <em>[@web]</em></p>'],
  ['- @Ada\n- (@web)', '<ul><li>[@Ada]</li><li>([@web])</li></ul>'],
  ['@bob@shop.example knows', '<p>[@bob@shop.example] knows</p>'],
  ['@*x*_y @<script>alert(1)</script>', '<p>[@*x*_y] [@&lt;script&gt;alert(1)&lt;/script&gt;]</p>'],
  ['@Adam @webs @aab @Bo x@Ada é@web _@Ada', '<p>@Adam @webs @aab @Bo x@Ada é@web _@Ada</p>'],
  ['x@Ada', '<p>x@Ada</p>'],
  ['**x**@Ada', '<p><strong>x</strong>[@Ada]</p>'],
  ['`@Ada`\n\n```\n@web\n```', '<p><code>@Ada</code></p><pre tabindex="0">@web</pre>'],
  [
    'to ops@web.example: @Ada',
    '<p>to <a href="mailto:ops@web.example" rel="noopener noreferrer nofollow" target="_blank">ops@web.example</a>: [@Ada]</p>',
  ],
])('highlights the mentions in %s', (text, expected) => {
  const html = htmlOf(text, mentioned);
  expect(html.replaceAll(/<span>(@.*?)<\/span>/g, '[$1]')).toBe(expected);
  expect(htmlOf(text, [])).not.toContain('<span>');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[it](javascript:alert(1))',
  '[it](JaVaScRiPt:alert(1))',
  '[it](java\tscript:alert(1))',
  '[it](data:text/html,<script>alert(1)</script>)',
  '[it](vbscript:x)',
  '![it](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[it]: javascript:alert(1)\n[it]',
  '[it](&#106;avascript:alert(1))',
  '<a href="https://x" onclick="alert(1)">x</a>',
  '[a](//evil.example)',
  '<svg/onload=alert(1)>',
  '`</code><script>alert(1)</script>`',
])('%s is text and leads nowhere', (text) => {
  expect(htmlOf(text)).not.toMatch(/<(?!\/?(?:p|code|br)\b)|<[^>]*href=/);
});

test('any text renders only text elements, and links lead to the web or a mailbox', () => {
  const words = ['*', '**', '`', '```\n', '[', '](', ')', 'http://x', 'javascript:', 'word', ' ', '\n', '> ', '- '];
  const tags = ['<', '>', '<a href="', '"', '<!--', '&lt;', '|', '|-|\n', '![', '\\', '1. ', '# ', '<script>', ']: '];
  const text = fc.array(fc.constantFrom(...words, ...tags), { maxLength: 40 }).map((parts) => parts.join(''));
  const known = /^(?:p|br|hr|pre|code|strong|em|del|a|ul|ol|li|span|blockquote|div|table|thead|tbody|tr|th|td)$/;
  fc.assert(
    fc.property(text, (written) => {
      const html = htmlOf(written);
      for (const [, name] of html.matchAll(/<\/?([^\s/>]*)/g)) expect(name).toMatch(known);
      for (const [link, href] of html.matchAll(/<a href="([^"]*)"[^>]*>/g)) {
        expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
        expect(link).toContain('rel="noopener noreferrer nofollow"');
      }
    }),
  );
});

test('a hostile comment renders in time, and deep nesting as plain text', () => {
  const startedAt = process.cpuUsage();
  for (const part of ['*', '`', '[', '[a](', 'http://', '> ', '>', '- ', '1. ', '```\n', 'a_', '<', '|a'])
    htmlOf(part.repeat(10_000 / part.length));
  for (const part of ['@', '*@', '@Ada', '@ada*', 'a@', '@Ada Lovelac', '`@Ada']) {
    htmlOf(part.repeat(10_000 / part.length), mentioned);
  }
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1000).toBeLessThan(5000);
  expect(htmlOf('> '.repeat(5000))).toMatch(/^<p>&gt; &gt; |^<blockquote>/);
});
