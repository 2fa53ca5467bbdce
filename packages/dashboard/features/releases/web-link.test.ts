import { expect, test } from 'vitest';
import { hostOfWebLink } from './web-link.ts';

test('only web pages are links', () => {
  expect(hostOfWebLink('https://ci.example/build/7')).toBe('ci.example');
  for (const url of ['', 'javascript:alert(1)', 'http://', 'https://[', '//x.example', 'see the wiki']) {
    expect(hostOfWebLink(url), url).toBeNull();
  }
});
