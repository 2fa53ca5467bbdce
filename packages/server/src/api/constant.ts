import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@seismo/protocol';
import { z } from 'zod';
import type { Shape } from './parameters.ts';

/**
 * Fields of a body that are settings in Sentry and constant in Seismo. Clients send whole objects back: the constant is
 * accepted, another value is refused by name, because it would have no effect.
 */
export function constantFields(fields: Record<string, Json>): Shape {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, constant(value)]));
}

function constant(value: Json): z.ZodType {
  const answered = JSON.stringify(value);
  return z
    .unknown()
    .optional()
    .refine(
      (sent) => sent === undefined || isDeepStrictEqual(sent, value),
      `Seismo does not have this setting: it is always ${answered}. Leave it out.`,
    )
    .meta({ withoutEffect: `Always \`${answered}\`; another value is refused.` });
}
