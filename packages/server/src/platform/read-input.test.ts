import { expect, test } from 'vitest';
import { z } from 'zod';
import { readInput } from './read-input.ts';

const schema = z.object({
  slug: z.string().min(1, 'A slug is needed.'),
  rules: z.array(z.object({ pattern: z.string().min(1, 'Say what it looks for.') })),
});

test('a refusal names each invalid field by path, with the reason', () => {
  const input = { slug: '', rules: [{ pattern: 'card' }, { pattern: '' }] };
  expect(() => readInput(schema, input)).toThrow(
    expect.objectContaining({
      code: 'invalid',
      message: 'slug: A slug is needed. rules.1.pattern: Say what it looks for.',
      fields: { slug: 'A slug is needed.', 'rules.1.pattern': 'Say what it looks for.' },
    }),
  );
});

test('a refusal of a single value names its field', () => {
  const label = z.string().min(1, 'Enter a label.');
  expect(() => readInput(label, '', 'label')).toThrow(
    expect.objectContaining({
      message: 'Enter a label.',
      fields: { label: 'Enter a label.' },
    }),
  );
});
