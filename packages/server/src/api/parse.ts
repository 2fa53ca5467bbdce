import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';

/** Parses a value; the refusal names an unknown field, with the known ones, or else the first invalid part. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (issue!.code === 'unrecognized_keys') {
    throw unknownName('field', [...issue!.path, issue!.keys[0]!].join('.'), fieldsAt(schema, issue!.path));
  }
  throw new Refusal('invalid', `${issue!.path.join('.') || 'body'}: ${issue!.message}`);
}

export function unknownName(what: 'parameter' | 'field', name: string, known: string[]): Refusal {
  const none = what === 'parameter' ? 'This route has no parameters' : 'No fields are allowed here';
  const list = known.length === 0 ? none : `Known ${what}s: ${known.toSorted().join(', ')}`;
  return new Refusal('invalid', `Unknown ${what} "${name.slice(0, 100)}". ${list}.`);
}

const wrappers = [z.ZodDefault, z.ZodOptional, z.ZodNullable, z.ZodNonOptional];

/** The schema inside of its wrappers: optional, nullable, default, required, transformed. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  const wrapped = wrappers.find((wrapper) => schema instanceof wrapper) !== undefined;
  return wrapped ? unwrapped((schema as z.ZodOptional).unwrap() as z.ZodType) : schema;
}

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = unwrapped(schema);
  const [next, ...rest] = path;
  if (at instanceof z.ZodArray) return fieldsAt(at.element as z.ZodType, rest);
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => fieldsAt(option as z.ZodType, path));
  if (!(at instanceof z.ZodObject)) return [];
  const shape = at.shape as Record<string, z.ZodType>;
  return next === undefined ? Object.keys(shape) : fieldsAt(shape[String(next)]!, rest);
}
