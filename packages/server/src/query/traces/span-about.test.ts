import { expect, test } from 'vitest';
import { spanAbout } from './span-about.ts';

test.each([
  ['GET shop.example', { url: 'https://shop.example/api/cart?x=1', query: '' }, '/api/cart?x=1'],
  ['GET /api/cart', { url: 'https://shop.example/api/cart', query: '' }, ''],
  ['shop.example', { url: 'https://shop.example/', query: '' }, ''],
  ['SELECT cart', { url: '', query: 'SELECT id FROM cart' }, 'SELECT id FROM cart'],
  ['SELECT id FROM cart', { url: '', query: 'SELECT id FROM cart' }, ''],
  ['x', { url: '/relative', query: '' }, ''],
  ['x', { url: '', query: '' }, ''],
])('%s with %j says "%s" as well', (name, texts, about) => expect(spanAbout(name, texts)).toBe(about));
