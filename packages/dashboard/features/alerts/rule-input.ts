import type { AlertRuleView, MetricCondition, ReleaseRating, RuleCondition } from '@seismo/server';
import type { TeamId, UserId } from '@seismo/protocol';
import { text } from '#ui/form-text.ts';

export type Schedule = NonNullable<AlertRuleView['schedule']>;

/** What decides when a rule fires and sends. */
export type RuleConditions = Pick<
  AlertRuleView,
  'trigger' | 'query' | 'environments' | 'condition' | 'repeatMs' | 'schedule'
>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The values of a new rule. */
export const newConditions: RuleConditions = {
  trigger: 'new-issue',
  query: '',
  environments: [],
  condition: null,
  repeatMs: 30 * MINUTE_MS,
  schedule: null,
};

/** The times that the form starts with. */
export const workingHours: Omit<Schedule, 'timeZone'> = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };

/** By the number of the day: 1 is Monday. */
export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name, index) => ({
  day: index + 1,
  name,
}));

const repeats = [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS];

/** The offered times between two messages, with the rule's own. */
export const repeatOptions = (repeatMs: number): { value: number; name: string }[] =>
  [...new Set([...repeats, repeatMs])]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value, name: durationText(value) }));

const reminders = [30 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS];

/** The offered times between two reminders, with the rule's own; `''`: none. */
export const reminderOptions = (reminderMs: string): { value: string; name: string }[] => [
  { value: '', name: 'Never' },
  ...[...new Set([...reminders, ...(reminderMs === '' ? [] : [Number(reminderMs)])])]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value: String(value), name: `Every ${durationText(value)}` })),
];

const escalations = [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** The offered times until others are notified, with the rule's own; `''`: never. */
export const escalationOptions = (afterMs: string): { value: string; name: string }[] => [
  { value: '', name: 'Notify no one else' },
  ...[...new Set([...escalations, ...(afterMs === '' ? [] : [Number(afterMs)])])]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value: String(value), name: `Notify others after ${durationText(value)}` })),
];

function durationText(ms: number): string {
  if (ms % HOUR_MS !== 0) return `${Math.round(ms / MINUTE_MS)} minutes`;
  return ms === HOUR_MS ? '1 hour' : `${ms / HOUR_MS} hours`;
}

/** The conditions in a form. The server checks them. */
export function readConditions(form: FormData): RuleConditions {
  return {
    trigger: text(form, 'trigger') as RuleConditions['trigger'],
    query: text(form, 'query'),
    environments: form.getAll('environments').map(String),
    condition: readCondition(form),
    repeatMs: Number(text(form, 'repeatMs')),
    schedule:
      text(form, 'when') === 'scheduled'
        ? {
            timeZone: text(form, 'schedule.timeZone'),
            days: form.getAll('schedule.days').map(Number),
            from: text(form, 'schedule.from'),
            to: text(form, 'schedule.to'),
          }
        : null,
  };
}

/** What the selected trigger needs: a form has no fields of others. */
function readCondition(form: FormData): RuleCondition | null {
  const field = (name: string) => text(form, `condition.${name}`);
  // Without a checked verdict there is no field: the server refuses that at the checkboxes.
  if (text(form, 'trigger') === 'release') {
    return {
      kind: 'release',
      ratings: form.getAll('condition.ratings').map(String) as ReleaseRating[],
    };
  }
  const windowMs = Number(field('windowMs'));
  if (form.has('condition.metric')) {
    return {
      kind: 'metric',
      metric: field('metric') as MetricCondition['metric'],
      ...readSpanAggregate(form),
      windowMs,
      comparison: field('comparison') as MetricCondition['comparison'],
      direction: field('direction') as MetricCondition['direction'],
      critical: requiredNumber(field('critical')),
      warning: optionalNumber(field('warning')),
      resolve: optionalNumber(field('resolve')),
      firesWithoutData: form.has('condition.firesWithoutData'),
      reportsEnd: form.has('condition.reportsEnd'),
      reminderMs: optionalNumber(field('reminderMs')),
    };
  }
  if (!form.has('condition.count')) return null;
  // The preview is sent as JSON, where NaN would be no increase. The server refuses 0 at the field.
  const increase = form.has('condition.hasIncrease') ? Number(field('increase')) : null;
  return { kind: 'frequency', windowMs, count: requiredNumber(field('count')), increase };
}

/** The function of a rule about spans, with its field if it has one. */
function readSpanAggregate(form: FormData): { aggregate?: string } {
  if (!form.has('condition.function')) return {};
  const name = text(form, 'condition.function');
  return { aggregate: form.has('condition.aggregate') ? `${name}(${text(form, 'condition.aggregate').trim()})` : name };
}

/** Without a number `NaN`, which the server refuses at its field. */
const requiredNumber = (value: string): number => (value.trim() === '' ? Number.NaN : Number(value));
const optionalNumber = (value: string): number | null => (value.trim() === '' ? null : Number(value));

/** A rule as its form has it. */
export function readRule(form: FormData) {
  return {
    name: text(form, 'name'),
    enabled: form.has('enabled'),
    toTeam: form.has('toTeam'),
    channelIds: form.getAll('channel').map(Number),
    owner: readOwner(form),
    reportsResolved: form.has('reportsResolved'),
    escalation: readEscalation(form),
    ...readConditions(form),
  };
}

/** The owner as `assigneeText` names it, without its name. */
function readOwner(form: FormData): { kind: 'user'; userId: UserId } | { kind: 'team'; teamId: TeamId } | null {
  const [kind, id] = text(form, 'owner').split(':');
  if (kind === 'team') return { kind, teamId: Number(id) as TeamId };
  return kind === 'user' ? { kind, userId: Number(id) as UserId } : null;
}

function readEscalation(form: FormData): AlertRuleView['escalation'] {
  const afterMs = text(form, 'escalation.afterMs');
  if (afterMs === '') return null;
  const ids = (name: string) => form.getAll(`escalation.${name}`).map(Number);
  return { afterMs: Number(afterMs), userIds: ids('userIds') as UserId[], channelIds: ids('channelIds') };
}

/** Whether a rule sends nothing at present. */
export const isSnoozed = ({ snoozedUntilMs }: Pick<AlertRuleView, 'snoozedUntilMs'>, nowMs: number): boolean =>
  snoozedUntilMs !== null && snoozedUntilMs > nowMs;

/** For how long a rule can be snoozed. `now` is in the viewer's time zone. */
export function snoozeOptions(now: Date): { name: string; durationMs: number }[] {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
  return [
    { name: 'For 1 hour', durationMs: HOUR_MS },
    { name: 'For 4 hours', durationMs: 4 * HOUR_MS },
    { name: 'For 24 hours', durationMs: 24 * HOUR_MS },
    { name: 'Until tomorrow 09:00', durationMs: tomorrow.getTime() - now.getTime() },
  ];
}
