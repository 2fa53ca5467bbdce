import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@seismo/protocol';
import { z } from 'zod';
import type { Shape } from './parameters.ts';

/**
 * Body fields that are settings in Sentry and constants in Seismo. Clients send whole objects back, so the constant is
 * accepted. Any other value is refused with the name of the field, because it would have no effect.
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
      `Seismo does not have this setting. Its value is always ${answered}. Remove the field.`,
    )
    .meta({ withoutEffect: `Always \`${answered}\`; other values are refused.` });
}
