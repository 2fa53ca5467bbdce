import type { ExceptionValue } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceptionTree } from './exception-tree.ts';

const error = (type: string, mechanism: ExceptionValue['mechanism'] = {}): ExceptionValue => ({ type, mechanism });
const treeOf = (values: ExceptionValue[]) =>
  exceptionTree(values).map(
    ({ exception, relation, depth }) => `${'  '.repeat(depth)}${relation ?? ''} ${exception.type}`,
  );

test('without IDs the list is a chain, the thrown error first', () => {
  expect(treeOf([error('Root'), error('Middle'), error('Thrown')])).toEqual([
    ' Thrown',
    'Caused by Middle',
    'Caused by Root',
  ]);
});

test('a group of Python shows its parts in order, each with its own causes below it', () => {
  expect(
    treeOf([
      error('KeyError', { exception_id: 3, parent_id: 2, source: '__context__' }),
      error('ValueError', { exception_id: 2, parent_id: 0, source: 'exceptions[1]' }),
      error('TimeoutError', { exception_id: 1, parent_id: 0, source: 'exceptions[0]' }),
      error('ExceptionGroup', { exception_id: 0, is_exception_group: true }),
    ]),
  ).toEqual([
    ' ExceptionGroup',
    '  Part 1 of 2 TimeoutError',
    '  Part 2 of 2 ValueError',
    '  Raised while handling KeyError',
  ]);
});

test('suppressed exceptions of Java are distinguished from causes', () => {
  expect(
    treeOf([
      error('IOException', { exception_id: 2, parent_id: 0 }),
      error('CloseException', { exception_id: 1, parent_id: 0, type: 'suppressed' }),
      error('ShopException', { exception_id: 0 }),
    ]),
  ).toEqual([' ShopException', 'Suppressed CloseException', 'Caused by IOException']);
});

test('each exception is shown once for any IDs', () => {
  const id = fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined });
  const mechanism = fc.record({ exception_id: id, parent_id: id, source: fc.constantFrom('', 'errors[0]', 'cause') });
  fc.assert(
    fc.property(fc.array(mechanism, { maxLength: 12 }), (mechanisms) => {
      const values = mechanisms.map((one, index) => error(`E${index}`, one as ExceptionValue['mechanism']));
      const nodes = exceptionTree(values);
      expect(new Set(nodes.map(({ exception }) => exception.type))).toEqual(new Set(values.map(({ type }) => type)));
      expect(nodes).toHaveLength(values.length);
      expect(nodes.filter(({ relation }) => relation === null)).toHaveLength(values.length > 0 ? 1 : 0);
    }),
  );
});
