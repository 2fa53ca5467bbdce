import { limits } from '@seismo/protocol';
import { z } from 'zod';

/** Only an email can verify an address. No spaces, one @, and a domain of several parts or this machine. */
export const emailSchema = z
  .string()
  .trim()
  .max(limits.EMAIL_CHARS_MAX, `An e-mail address has at most ${limits.EMAIL_CHARS_MAX} characters.`)
  .regex(/^[^\s@]+@(?:localhost|[^\s@.]+(?:\.[^\s@.]+)+)$/, 'An e-mail address looks like name@example.com.');

export const userNameSchema = z
  .string()
  .trim()
  .max(limits.NAME_CHARS_MAX, `A name has at most ${limits.NAME_CHARS_MAX} characters.`);
