import { limits } from '@seismo/protocol';
import { z } from 'zod';

/** The name of a project or an organization in URLs. Never a number: those are IDs. */
export const slugSchema = z
  .string()
  .max(limits.SLUG_CHARS_MAX, `Use at most ${limits.SLUG_CHARS_MAX} characters.`)
  .regex(
    /^(?!\d+$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    'Use lower-case letters, digits and single hyphens, such as my-shop, but not a number alone.',
  );

export const platformSchema = z
  .string()
  .max(limits.PLATFORM_CHARS_MAX)
  .regex(/^[a-z0-9.-]*$/, 'Use a platform such as javascript-react or node.');
