import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { PrivacySettings } from '#domain/configuration/documents.ts';
import { selectorProblem } from '#domain/scrubbing/selector.ts';
import { patternList } from './pattern-list.ts';

const selector = z.string().superRefine((text, context) => {
  const problem = selectorProblem(text);
  if (problem) context.addIssue(problem);
});

const rule = z
  .object({
    type: z.enum(
      ['anything', 'password', 'key', 'email', 'ip', 'creditcard', 'iban', 'uuid', 'text'],
      'Use anything, password, key, email, ip, creditcard, iban, uuid or text.',
    ),
    pattern: z.string().trim().max(limits.PATTERN_CHARS_MAX, `Use at most ${limits.PATTERN_CHARS_MAX} characters.`),
    source: selector,
    method: z.enum(['remove', 'mask', 'hash'], 'Use remove, mask or hash.'),
  })
  .refine(({ type, pattern }) => (type !== 'key' && type !== 'text') || pattern !== '', {
    error: 'Enter a key or text.',
    path: ['pattern'],
  });

/** Privacy settings as users enter them. */
export const privacySchema: z.ZodType<PrivacySettings> = z.object({
  defaults: z.object({
    texts: z.boolean(),
    data: z.boolean(),
    user: z.boolean(),
    request: z.boolean(),
    variables: z.boolean(),
  }),
  sensitiveFields: patternList,
  safeFields: patternList,
  userAddress: z.enum(['keep', 'shorten', 'drop'], 'Use keep, shorten or drop.'),
  rules: z.array(rule).max(limits.SCRUB_RULE_COUNT_MAX, `Enter at most ${limits.SCRUB_RULE_COUNT_MAX} rules.`),
});
