import { expect, test } from 'vitest';
import { pageOf, authorName } from './author.ts';

test('an author is named by name, address or neither', () => {
  expect(authorName({ name: 'Ana', email: 'ana@example.test' })).toBe('Ana');
  expect(authorName({ name: '', email: 'ana@example.test' })).toBe('ana@example.test');
  expect(authorName({ name: '', email: '' })).toBe('Anonymous user');
});

test('only a web URL becomes a link, shown without its query', () => {
  const href = 'https://shop.example/pay?step=2#card';
  expect(pageOf(href)).toEqual({ href, text: 'shop.example/pay' });
  expect(pageOf('https://shop.example/')?.text).toBe('shop.example');
  for (const url of ['', 'javascript:alert(1)', 'https://', '//x', 'data:text/html,x']) expect(pageOf(url)).toBeNull();
});
