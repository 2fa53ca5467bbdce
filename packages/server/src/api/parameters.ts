import { z } from 'zod';

export type Shape = Record<string, z.ZodType>;
export type Query<S extends Shape> = z.output<z.ZodObject<S>>;

/** A parameter that is given once. */
export const text = z.string().optional();

/** A repeatable parameter; empty values are ignored. */
export const texts = z
  .array(z.string())
  .default([])
  .transform((all) => all.filter((each) => each !== ''));

/** One of these values; an empty one counts as absent. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return z
    .union([z.literal(''), z.enum(values as readonly [T, ...T[]])], `One of ${values.join(', ')}.`)
    .optional()
    .transform((value) => value || null);
}

/** `1` or `true`, `0` or `false`; an empty one counts as absent. */
export const flag = oneOf(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');

/**
 * A parameter or field that clients send and that has no effect here. Only if ignoring it cannot make the response
 * wrong; the reason is part of the documentation.
 */
export function withoutEffect(reason: string) {
  return z.unknown().optional().meta({ withoutEffect: reason });
}

export function withoutEffectReason(schema: z.ZodType): string | null {
  const reason = schema.meta()?.['withoutEffect'];
  return typeof reason === 'string' ? reason : null;
}

/** Parameters that clients of Sentry send with many requests. */
export const common = {
  collapse: withoutEffect('Asks to omit fields; the response has them.'),
  expand: withoutEffect('Asks for further fields; the response has all stored fields.'),
  referrer: withoutEffect('The caller, for statistics.'),
};
