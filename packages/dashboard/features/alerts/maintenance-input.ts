import type { MaintenanceInput } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import type { Schedule } from './rule-input.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Once = Extract<MaintenanceInput['times'], { kind: 'once' }>;

/** From this minute on, for an hour. */
export const nextHour = (nowMs: number): Once => ({
  kind: 'once',
  startsAtMs: wholeMinute(nowMs),
  endsAtMs: wholeMinute(nowMs) + HOUR_MS,
});

export const wholeMinute = (atMs: number): number => atMs - (atMs % MINUTE_MS);

/** The times that the form of a weekly window starts with. */
export const weekend: Omit<Schedule, 'timeZone'> = { days: [6, 7], from: '02:00', to: '04:00' };

/** A window in a form. The server checks it. */
export function readMaintenance(form: FormData): MaintenanceInput {
  return {
    name: text(form, 'name'),
    projectIds: text(form, 'concerns') === 'all' ? null : form.getAll('projectIds').map(Number),
    times:
      text(form, 'times') === 'weekly'
        ? {
            kind: 'weekly',
            schedule: {
              timeZone: text(form, 'schedule.timeZone'),
              days: form.getAll('schedule.days').map(Number),
              from: text(form, 'schedule.from'),
              to: text(form, 'schedule.to'),
            },
          }
        : {
            kind: 'once',
            startsAtMs: timestampOf(text(form, 'startsAtMs')),
            endsAtMs: timestampOf(text(form, 'endsAtMs')),
          },
  };
}

/** Unix milliseconds in digits, or a local time of a form that was sent before the page could react, which is in UTC. */
function timestampOf(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? Date.parse(`${value}Z`) : Number.NaN;
}

/** The fields of a form by the names of the command's input. */
export const maintenanceFields = Object.fromEntries(
  ['startsAtMs', 'endsAtMs', 'schedule.timeZone', 'schedule.days', 'schedule.from', 'schedule.to'].map((name) => [
    `times.${name}`,
    name,
  ]),
);
