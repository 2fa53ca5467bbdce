'use client';

import type { MaintenanceView } from '@seismo/server';
import type { Route } from 'next';
import { fromField, toField, zoneText } from '#shell/context-bar/timestamp-field.ts';
import { useZone } from '#lib/time/zone.ts';
import type { Result } from '#server/refusal.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { text } from '#ui/form-text.ts';
import { Form } from '#ui/form.tsx';
import { Link } from '#ui/link.tsx';
import { useAction } from '#ui/use-action.ts';
import { nextHour, weekend } from './maintenance-input.ts';
import { Group, Option } from './option-group.tsx';
import { ScheduleTimes } from './schedule-times.tsx';

export interface MaintenanceProject {
  id: number;
  name: string;
}

interface Props {
  label: string;
  /** The saved one; `null`: a new one. */
  window: MaintenanceView | null;
  projects: MaintenanceProject[];
  /** The IDs of the projects of a new window; none: all. */
  selected: number[];
  nowMs: number;
  submit: string;
  action: (before: Result | null, form: FormData) => Promise<Result>;
  /** The list without the form. */
  cancelHref: Route;
}

/** The name, the projects and the times of a window. */
export function MaintenanceForm({
  label,
  window: saved,
  projects,
  selected,
  nowMs,
  submit,
  action,
  cancelHref,
}: Props) {
  const zone = useZone();
  const send = async (before: Result | null, data: FormData) => {
    for (const name of ['startsAtMs', 'endsAtMs']) data.set(name, String(fromField(text(data, name), zone) ?? ''));
    return action(before, data);
  };
  // Server-rendered HTML refers to the action itself: its times are in UTC, as the fields are then.
  const { result, pending, form } = useAction(typeof window === 'undefined' ? action : send);
  return (
    <Form {...form} aria-label={label} className="flex max-w-[560px] flex-col gap-5">
      <Field
        label="Name"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={saved?.name}
        placeholder="Database upgrade"
        hint="Your team sees it in the list and in the audit log."
      />
      <ProjectsField projects={projects} selected={saved ? (saved.projects ?? []).map(({ id }) => id) : selected} />
      <TimesField times={saved?.times ?? null} nowMs={nowMs} />
      <FormError result={result} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending} className="h-9">
          {submit}
        </Button>
        <Link href={cancelHref} scroll={false} className={`${buttonClass()} h-9`}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

/** All projects, or the selected ones, which are visible then. */
function ProjectsField({ projects, selected }: { projects: MaintenanceProject[]; selected: number[] }) {
  const isAll = selected.length === 0;
  return (
    <div className="group/projects flex flex-col gap-3">
      <Group label="Alert rules to silence" name="concerns">
        <div className="flex flex-col gap-2.5">
          <Checkbox type="radio" name="concerns" value="all" label="Those of all projects" checked={isAll} />
          <Checkbox type="radio" name="concerns" value="selected" label="Those of selected projects" checked={!isAll} />
        </div>
      </Group>
      <div className="ml-[26px] hidden group-has-[[value=selected]:checked]/projects:block">
        <Group label="Projects" name="projectIds">
          <div className="flex max-h-44 flex-wrap gap-x-5 gap-y-1.5 overflow-y-auto p-0.5">
            {projects.map(({ id, name }) => (
              <Option key={id} name="projectIds" value={String(id)} label={name} checked={selected.includes(id)} />
            ))}
          </div>
        </Group>
      </div>
    </div>
  );
}

/** Once or every week; the fields of the selected one are visible. */
function TimesField({ times, nowMs }: { times: MaintenanceView['times'] | null; nowMs: number }) {
  const zone = useZone();
  const isWeekly = times?.kind === 'weekly';
  const { startsAtMs, endsAtMs } = times?.kind === 'once' ? times : nextHour(nowMs);
  return (
    <div className="group/times flex flex-col gap-3">
      <Group label="When" name="times">
        <div className="flex flex-col gap-2.5">
          <Checkbox type="radio" name="times" value="once" label="Once" checked={!isWeekly} />
          <Checkbox type="radio" name="times" value="weekly" label="Every week" checked={isWeekly} />
        </div>
      </Group>
      <div className="ml-[26px] hidden flex-col gap-3 group-has-[[value=once]:checked]/times:flex">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            key={`start ${zone}`}
            label="Start"
            name="startsAtMs"
            type="datetime-local"
            defaultValue={toField(startsAtMs, zone)}
          />
          <Field
            key={`end ${zone}`}
            label="End"
            name="endsAtMs"
            type="datetime-local"
            defaultValue={toField(endsAtMs, zone)}
          />
        </div>
        <p className="text-12 text-muted">Times are in {zoneText(startsAtMs, zone)}. At most 90 days.</p>
      </div>
      <div className="ml-[26px] hidden flex-col gap-3 group-has-[[value=weekly]:checked]/times:flex">
        <ScheduleTimes {...(isWeekly ? times.schedule : weekend)} />
      </div>
    </div>
  );
}
