import { expect, test } from 'vitest';
import { Span, spanToJSON } from './span.ts';

test('a span with any attribute can be sent', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const attributes = { order: 10n, circular, symbol: Symbol('x'), ok: 1 };
  const span = new Span({ name: 'pay', attributes }, 'a'.repeat(32), undefined);
  span.end();
  expect(JSON.parse(JSON.stringify(spanToJSON(span)))).toMatchObject({
    description: 'pay',
    data: { order: '10', circular: { self: '[Circular]' }, symbol: 'Symbol(x)', ok: 1 },
  });
});
