import { z } from 'zod';
import { parseOwnership } from '#domain/ownership/rules.ts';
import { parseFingerprintRules } from '#domain/grouping/rules/fingerprint-text.ts';
import { parseStackRules } from '#domain/grouping/rules/stack-text.ts';
import type { Problem } from '#domain/grouping/rules/syntax.ts';
import type { ConfigurationName } from '#store/state/contract.ts';
import { limits } from '@seismo/protocol';
import { filterSchema } from './filter-schema.ts';
import { privacySchema } from './privacy-schema.ts';
import { sourceSchema } from './source-schema.ts';

const rulesText = (parse: (text: string) => { problems: Problem[] }) =>
  z
    .string()
    .max(limits.RULES_CHARS_MAX)
    .superRefine((text, context) => {
      const [first] = parse(text).problems;
      if (first) context.addIssue(`line ${first.line}, character ${first.column}: ${first.message}`);
    });

const groupingSchema = z.object({
  fingerprintRules: rulesText(parseFingerprintRules),
  stackRules: rulesText(parseStackRules),
});

const ownershipSchema = z.object({ rules: rulesText(parseOwnership), assigns: z.boolean() });

const days = z.int().min(1).max(limits.RETENTION_DAYS_MAX).nullable();

const traceShareProblem = `The share of traces to keep must be 0%, or from ${limits.TRACE_SHARE_MIN * 100}% to 100%.`;
const slowTraceProblem = 'A slow request takes from 1 millisecond to 1 hour.';

/** Which traces a project keeps. */
export const traceRuleSchema = z.object({
  traceShare: z
    .number(traceShareProblem)
    .refine((share) => share === 0 || (share >= limits.TRACE_SHARE_MIN && share <= 1), traceShareProblem),
  slowTraceMs: z
    .int(slowTraceProblem)
    .min(1, slowTraceProblem)
    .max(limits.SLOW_TRACE_MS_MAX, slowTraceProblem)
    .nullable(),
});

/** The schema of each document. */
export const configurationSchemas: Partial<Record<ConfigurationName, z.ZodType<object>>> = {
  filters: filterSchema,
  grouping: groupingSchema,
  ownership: ownershipSchema,
  privacy: privacySchema,
  source: sourceSchema,
  limits: z.object({
    spikeProtection: z.boolean(),
    spikeProtectionPausedUntilMs: z.int().min(0),
    bytesPerDay: z.int().min(limits.DAY_BUDGET_BYTES_MIN).max(limits.DAY_BUDGET_BYTES_MAX).nullable(),
    eventDays: days,
    attachmentDays: days,
    sessionDays: days,
    spanDays: days,
    ...traceRuleSchema.shape,
  }),
};
