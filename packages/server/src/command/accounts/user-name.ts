import { limits } from '@seismo/protocol';
import { z } from 'zod';

/** Only an email can verify an address. No spaces, one @, and a domain of several parts or this machine. */
export const emailSchema = z
  .string()
  .trim()
  .max(limits.EMAIL_CHARS_MAX, `Use at most ${limits.EMAIL_CHARS_MAX} characters.`)
  .regex(/^[^\s@]+@(?:localhost|[^\s@.]+(?:\.[^\s@.]+)+)$/, 'Enter an email address such as name@example.com.');

export const userNameSchema = z
  .string()
  .trim()
  .max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`);
