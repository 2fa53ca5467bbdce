import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { scheduleSchema } from './rule-schema.ts';

const timestamp = z
  .number('Enter a date and a time.')
  .int('Enter a date and a time.')
  .min(0, 'Enter a date and a time.')
  .max(8.64e15, 'Enter a date and a time.');

const onceSchema = z
  .strictObject({ kind: z.literal('once'), startsAtMs: timestamp, endsAtMs: timestamp })
  .refine(({ startsAtMs, endsAtMs }) => startsAtMs < endsAtMs, {
    path: ['endsAtMs'],
    message: 'The end must be after the start.',
  })
  .refine(({ startsAtMs, endsAtMs }) => endsAtMs - startsAtMs <= limits.MAINTENANCE_WINDOW_MS_MAX, {
    path: ['endsAtMs'],
    message: 'At most 90 days. Turn rules off to silence them for longer.',
  });

const weeklySchema = z
  .strictObject({ kind: z.literal('weekly'), schedule: scheduleSchema })
  .refine(({ schedule }) => schedule.days.length < 7 || schedule.from !== schedule.to, {
    path: ['schedule', 'days'],
    message: 'This is all the time. Leave out a day, or turn the rules off.',
  });

export const maintenanceSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(
      limits.MAINTENANCE_WINDOW_NAME_CHARS_MAX,
      `Use at most ${limits.MAINTENANCE_WINDOW_NAME_CHARS_MAX} characters.`,
    ),
  /** `null`: all of the organization. */
  projectIds: z
    .array(
      z
        .number()
        .int()
        .positive()
        .transform((id) => id as ProjectId),
    )
    .min(1, 'Select at least one project.')
    .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other))
    .nullable(),
  times: z.discriminatedUnion('kind', [onceSchema, weeklySchema]),
});
