import type { Frame } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { stackText } from './stack-text.ts';

const frame = (name: string, file: string, more: Partial<Frame> = {}): Frame => ({
  function: name,
  filename: file,
  lineno: 58,
  ...more,
});

test('JavaScript, and languages without a format of their own', () => {
  const frames = [frame('outer', 'a.js'), frame('inner', 'b.js', { colno: 7 })];
  expect(stackText('TypeError', 'x is undefined', frames, 'javascript')).toBe(
    'TypeError: x is undefined\n    at inner (b.js:58:7)\n    at outer (a.js:58)',
  );
});

test('Java', () => {
  const frames = [frame('charge', 'Main.java', { module: 'com.example.shop.Main' })];
  expect(stackText('IllegalStateException', 'no', frames, 'java')).toBe(
    'IllegalStateException: no\n\tat com.example.shop.Main.charge(Main.java:58)',
  );
});

test('Python prints the call that failed last', () => {
  const frames = [frame('main', 'app.py'), frame('take', 'stock.py', { context_line: '    raise KeyError(sku)' })];
  expect(stackText('KeyError', "'x'", frames, 'python')).toBe(
    `Traceback (most recent call last):
  File "app.py", line 58, in main
  File "stock.py", line 58, in take
    raise KeyError(sku)
KeyError: 'x'`,
  );
});

test('Go and Ruby', () => {
  expect(stackText('E', undefined, [frame('Take', 'stock.go', { module: 'example.com/shop/stock' })], 'go')).toBe(
    'E\nexample.com/shop/stock.Take(...)\n\tstock.go:58',
  );
  expect(stackText('E', 'm', [frame('take', 'stock.rb')], 'ruby')).toBe("E: m\n\tfrom stock.rb:58:in 'take'");
});
