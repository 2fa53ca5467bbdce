'use client';

import type { NotificationKind, NotificationSettings, NotificationTiming } from '@seismo/server';
import { useId } from 'react';
import { TimeZoneField } from '#features/alerts/time-zone-field.tsx';
import type { Result } from '#server/refusal.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Section } from '#ui/section.tsx';
import { useAction } from '#ui/use-action.ts';
import { kindNames, kinds } from './kinds.ts';
import { ProjectDifferences, type DifferingProject } from './project-differences.tsx';
import { TimingSelect } from './timing-select.tsx';

interface Props {
  settings: NotificationSettings;
  /** The time zone of settings that the user has not saved is that of the browser. */
  isSaved: boolean;
  projects: DifferingProject[];
  save: (before: Result | null, form: FormData) => Promise<Result>;
}

/** What the user is notified of, when, and in which projects it differs. */
export function NotificationForm({ settings, isSaved, projects, save }: Props) {
  const { result, pending, form } = useAction(save);
  return (
    <Form
      {...form}
      aria-label="Notifications"
      // Focused fields stay above the button.
      className="[&_input]:scroll-mb-36 [&_select]:scroll-mb-36"
      // React resets a form after its action; here it keeps the saved values.
      onReset={(event) => event.preventDefault()}
    >
      {/* Saved values come back as new defaults. */}
      <div key={JSON.stringify(settings)} className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        <Section
          title="Email notifications"
          note="You get none about what you do yourself. What is off is not sent to browsers either."
        >
          <ul className="-mt-2.5">
            {kindNames.map((kind) => (
              <KindRow key={kind} kind={kind} timing={settings.kinds[kind]} isForBrowsers={settings.browser[kind]} />
            ))}
          </ul>
        </Section>
        <Section title="Daily messages" note="What is sent daily arrives together at this time.">
          <div className="flex flex-wrap items-start gap-3">
            <Field label="Time" name="dailyAt" type="time" required defaultValue={settings.dailyAt} className="w-36" />
            <TimeZoneField name="timeZone" timeZone={isSaved ? settings.timeZone : null} />
          </div>
        </Section>
        <Section title="Weekly report">
          <Checkbox
            name="weeklyReport"
            label="Send me the weekly report"
            note="On Mondays, at the time of the daily messages."
            checked={settings.weeklyReport}
          />
        </Section>
        <Section title="Projects that differ" note="Other settings for single projects.">
          <ProjectDifferences projects={projects} differences={settings.projects} />
        </Section>
      </div>
      <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3 md:bottom-0">
        <Button type="submit" variant="primary" pending={pending} className="h-9">
          Save
        </Button>
        <FormError result={result} />
        {result?.ok && !pending ? (
          <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
            {result.message}
          </p>
        ) : null}
      </div>
    </Form>
  );
}

interface KindRowProps {
  kind: NotificationKind;
  timing: NotificationTiming;
  isForBrowsers: boolean;
}

function KindRow({ kind, timing, isForBrowsers }: KindRowProps) {
  const id = useId();
  const { name, note } = kinds[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-13 not-last:border-b not-last:border-line last:pb-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <label htmlFor={id} id={`${id}-name`} className="font-medium">
          {name}
        </label>
        <p id={`${id}-note`} className="text-muted">
          {note}
        </p>
      </div>
      <label className="flex items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name={`browser.${kind}`}
          defaultChecked={isForBrowsers}
          aria-describedby={`${id}-name`}
          className="size-4 shrink-0 accent-[var(--accent)]"
        />
        Also in browsers
      </label>
      <TimingSelect id={id} name={`kinds.${kind}`} timing={timing} aria-describedby={`${id}-note`} />
    </li>
  );
}
