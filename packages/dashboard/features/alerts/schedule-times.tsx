'use client';

import { Field } from '#ui/field.tsx';
import { Group, Option } from './option-group.tsx';
import { dayNames, type Schedule } from './rule-input.ts';
import { TimeZoneField } from './time-zone-field.tsx';

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
        <TimeZoneField name="schedule.timeZone" timeZone={timeZone ?? null} />
      </div>
      <p className="text-12 text-muted">
        If it ends before it starts, it ends on the next day. The same time twice is the whole day.
      </p>
    </>
  );
}
