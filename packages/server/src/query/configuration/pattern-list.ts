import { limits } from '@seismo/protocol';
import { z } from 'zod';

export const pattern = z
  .string()
  .trim()
  .min(1, 'Enter a pattern.')
  .max(limits.PATTERN_CHARS_MAX, `Use at most ${limits.PATTERN_CHARS_MAX} characters.`);

export const patternList = z
  .array(pattern)
  .max(limits.FILTER_LIST_COUNT_MAX, `Enter at most ${limits.FILTER_LIST_COUNT_MAX} entries.`);
