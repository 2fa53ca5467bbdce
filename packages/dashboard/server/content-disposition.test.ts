import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test('a name keeps its characters in both forms', () => {
  expect(contentDisposition('état (1).json')).toBe(
    `attachment; filename="_tat _1_.json"; filename*=UTF-8''%C3%A9tat%20%281%29.json`,
  );
  expect(contentDisposition('')).toBe(`attachment; filename="attachment"; filename*=UTF-8''`);
});

test('no file name breaks out of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(contentDisposition(name)).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.!~%-]*$/);
    }),
  );
});
