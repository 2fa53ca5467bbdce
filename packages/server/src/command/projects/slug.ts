import { limits } from '@seismo/protocol';
import { z } from 'zod';

/** The name of a project or an organization in URLs. Never a number: those are ids. */
export const slugSchema = z
  .string()
  .max(limits.SLUG_CHARS_MAX, `A slug has at most ${limits.SLUG_CHARS_MAX} characters.`)
  .regex(
    /^(?!\d+$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    'A slug has lower-case letters, digits and single hyphens, and is not a number: my-shop.',
  );

export const platformSchema = z
  .string()
  .max(limits.PLATFORM_CHARS_MAX)
  .regex(/^[a-z0-9.-]*$/, 'A platform looks like javascript-react or node.');
