'use client';

import { useSyncExternalStore } from 'react';
import { useZone } from '#lib/time/zone.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Group, Option } from './option-group.tsx';
import { dayNames, type Schedule } from './rule-input.ts';

/** The days and times of a schedule; without a time zone, that of the viewer. */
export function ScheduleTimes({ days, from, to, timeZone }: Omit<Schedule, 'timeZone'> & Partial<Schedule>) {
  return (
    <>
      <Group label="Days" name="schedule.days">
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {dayNames.map(({ day, name }) => (
            <Option key={day} name="schedule.days" value={String(day)} label={name} checked={days.includes(day)} />
          ))}
        </div>
      </Group>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="From" name="schedule.from" type="time" defaultValue={from} className="w-36" />
        <Field label="To" name="schedule.to" type="time" defaultValue={to} className="w-36" />
        <TimeZoneField timeZone={timeZone ?? null} />
      </div>
      <p className="text-12 text-muted">
        If it ends before it starts, it ends on the next day. The same time twice is the whole day.
      </p>
    </>
  );
}

/** Of the schedule, or the viewer's. */
function TimeZoneField({ timeZone }: { timeZone: string | null }) {
  const isUtc = useZone() === 'utc';
  // The server does not know the zones of the browser.
  const zones = useSyncExternalStore(never, browserZones, noZones);
  const selected = timeZone ?? (isUtc ? 'UTC' : (zones[0] ?? 'UTC'));
  const options = [...new Set([selected, 'UTC', ...zones])].toSorted();
  return (
    <Select key={`${selected} ${zones.length}`} label="Time zone" name="schedule.timeZone" defaultValue={selected}>
      {options.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

const never = () => () => undefined;
const none: readonly string[] = [];
const noZones = () => none;
let found: readonly string[] | null = null;
/** The zone of the browser, then all that it knows. */
const browserZones = (): readonly string[] =>
  (found ??= [new Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')]);
