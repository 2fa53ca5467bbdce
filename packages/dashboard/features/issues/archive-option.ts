import { plural } from '#ui/count.ts';
import type { StatusOption } from './status-options.ts';

const minuteMs = 60_000;
export const units = {
  minute: minuteMs,
  hour: 60 * minuteMs,
  day: 24 * 60 * minuteMs,
  week: 7 * 24 * 60 * minuteMs,
} as const;
export type Unit = keyof typeof units;
export type Until = 'time' | 'events' | 'users';

/** `3 days`, `90 minutes`: in the greatest unit that gives a whole number. */
export function durationText(ms: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => ms >= each && ms % each === 0) ?? [
    'minute',
    minuteMs,
  ];
  return plural(Math.max(1, Math.round(ms / size)), unit);
}

/** The user's input as a change of status, with the text of the toast. */
export function archiveOption(until: Until, amount: number, unit: Unit | ''): Omit<StatusOption, 'name'> {
  switch (until) {
    case 'time':
      return {
        message: `archived for ${plural(amount, unit || 'day')}`,
        status: { to: 'archived', until, forMs: amount * units[unit || 'day'] },
      };
    case 'events':
      return {
        message: `archived until ${plural(amount, 'more event')}${unit === '' ? '' : ` within ${unit === 'hour' ? 'an' : 'a'} ${unit}`}`,
        status: { to: 'archived', until, more: amount, ...(unit !== '' && { windowMs: units[unit] }) },
      };
    case 'users':
      return {
        message: `archived until ${plural(amount, 'more user')}`,
        status: { to: 'archived', until, more: amount },
      };
  }
}
