import { isIP } from 'node:net';
import { levels, limits } from '@seismo/protocol';
import { z } from 'zod';
import { readRange } from '#domain/filters/addresses.ts';
import { browserFamilies, type FilterSettings } from '#domain/configuration/documents.ts';
import { pattern, patternList } from './pattern-list.ts';

const range = pattern.refine((text) => readRange(text) !== null, {
  error: ({ input }) =>
    `"${String(input)}" is not an IP address or a range such as 203.0.113.0/24${isIP(String(input).split('/')[0]!) ? ': the prefix is too long' : ''}.`,
});

const samplingRule = z.object({
  samplePercent: z
    .number('Enter a percentage from 0 to 100.')
    .min(0, 'Enter a percentage from 0 to 100.')
    .max(100, 'Enter at most 100 %.'),
  levels: z.array(z.enum(levels as [string, ...string[]], `Use these levels: ${levels.join(', ')}.`)),
  releases: patternList,
  environments: patternList,
  transactions: patternList,
});

/** Filters as users enter them. */
export const filterSchema = z.object({
  browserExtensions: z.boolean(),
  resizeObserver: z.boolean(),
  scriptError: z.boolean(),
  nextControlFlow: z.boolean(),
  crawlers: z.boolean(),
  localhost: z.boolean(),
  legacyBrowsers: z.partialRecord(
    z.enum(browserFamilies, `Use these browsers: ${browserFamilies.join(', ')}.`),
    z
      .int('Enter a whole number.')
      .min(1, 'Enter 1 or more.')
      .max(limits.BROWSER_VERSION_MAX, `Enter at most ${limits.BROWSER_VERSION_MAX}.`),
  ),
  messages: patternList,
  releases: patternList,
  addresses: z.array(range).max(limits.FILTER_LIST_COUNT_MAX, `Enter at most ${limits.FILTER_LIST_COUNT_MAX} entries.`),
  sampling: z
    .array(samplingRule)
    .max(limits.SAMPLING_RULE_COUNT_MAX, `Enter at most ${limits.SAMPLING_RULE_COUNT_MAX} rules.`),
}) as unknown as z.ZodType<FilterSettings>;
