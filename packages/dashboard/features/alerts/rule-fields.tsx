'use client';

import type { ChannelsView } from '@seismo/server';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { SearchField } from '#features/search/search-field.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import type { Refused } from '#ui/fields.ts';
import { Labeled } from '#ui/labeled.tsx';
import { Select } from '#ui/select.tsx';
import type { Trigger } from './condition-draft.ts';
import { Group, Option } from './option-group.tsx';
import { repeatOptions, workingHours, type Schedule } from './rule-input.ts';
import { ScheduleTimes } from './schedule-times.tsx';

const triggerGroups: { numbers: ChannelsView['triggers'][number]['numbers']; title: string }[] = [
  { numbers: 'none', title: 'Issues' },
  { numbers: 'frequency', title: 'How often an issue occurs' },
  { numbers: 'release', title: 'Releases' },
  { numbers: 'metric', title: 'Metrics' },
];

interface TriggerProps {
  triggers: ChannelsView['triggers'];
  /** The saved one. */
  initial: Trigger;
  selected: Trigger;
  onSelect: (trigger: Trigger) => void;
  /** The numbers of the selected one. */
  children: ReactNode;
}

export function TriggerField({ triggers, initial, selected, onSelect, children }: TriggerProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  // The browser may have another selection, from before the page could react.
  useEffect(() => {
    const checked = root.current?.querySelector<HTMLInputElement>('[name=trigger]:checked');
    if (checked) onSelect(checked.value as Trigger);
  }, [onSelect]);
  return (
    <Group label="When" name="trigger">
      <div ref={root} className="flex flex-col gap-4">
        {triggerGroups.map(({ numbers, title }) => (
          <div key={numbers} role="group" aria-labelledby={`${id}-${numbers}`} className="flex flex-col gap-2.5">
            <p id={`${id}-${numbers}`} className="text-12 text-muted">
              {title}
            </p>
            {triggers
              .filter((each) => each.numbers === numbers)
              .map(({ trigger, when }) => (
                <div key={trigger} className="flex flex-col gap-3">
                  <Checkbox
                    type="radio"
                    name="trigger"
                    value={trigger}
                    label={when}
                    checked={trigger === initial}
                    onChange={() => onSelect(trigger)}
                  />
                  {trigger === selected && numbers !== 'none' ? (
                    <div className="pb-2 sm:ml-[26px]">{children}</div>
                  ) : null}
                </div>
              ))}
          </div>
        ))}
      </div>
    </Group>
  );
}

interface FilterProps {
  organizationId: number;
  query: string;
  refused: Refused['place'];
  projects: string[];
  /** What it searches; `null`: the rule has no filter, but the field keeps its text. */
  of: 'issues' | 'events' | 'spans' | null;
}

const filterHints = {
  issues: 'The rule concerns issues that match this search, as in the issue list. Leave empty for all issues.',
  events: 'The metric counts events that match this search. Leave empty for all events.',
  spans: 'The rule measures spans that match this search. Leave empty for all spans.',
};

export const FilterField = ({ organizationId, query, refused, projects, of }: FilterProps) => (
  <fieldset disabled={of === null} hidden={of === null} className="min-w-0">
    <Labeled label="Filter" name="query" hint={filterHints[of ?? 'events']}>
      {(control) => (
        <SearchField
          // A search of events has other keys.
          key={of === 'spans' ? 'spans' : 'errors'}
          input={control}
          organizationId={organizationId}
          of={of === 'spans' ? 'spans' : 'errors'}
          query={query}
          refused={refused}
          projects={projects}
          label="Filter"
          placeholder={
            of === 'spans' ? 'span.op:http.server transaction:/checkout' : 'level:error browser.name:Firefox text'
          }
        />
      )}
    </Labeled>
  </fieldset>
);

interface EnvironmentProps {
  environments: readonly string[];
  selected: readonly string[];
  hasProject: boolean;
  /** Whether the rule is about releases. */
  isRelease: boolean;
}

export function EnvironmentField({ environments, selected, hasProject, isRelease }: EnvironmentProps) {
  if (environments.length === 0) {
    return (
      <Group label="Environments" name="environments">
        <p className="text-13 text-muted">
          {hasProject ? 'The project has no environments yet.' : 'Select a project to see its environments.'}
        </p>
      </Group>
    );
  }
  return (
    <Group label="Environments" name="environments">
      <div className="flex max-h-44 flex-wrap gap-x-5 gap-y-1.5 overflow-y-auto p-0.5">
        {environments.map((name) => (
          <Option key={name} name="environments" value={name} label={name} checked={selected.includes(name)} />
        ))}
      </div>
      <p className="mt-1.5 text-12 text-muted">
        Select none for all environments.
        {isRelease ? ' A release that is first seen without a deploy counts in each of them.' : null}
      </p>
    </Group>
  );
}

interface RepeatProps {
  repeatMs: number;
  /** What messages are about; a release is reported once, and the hidden field keeps its value. */
  about: 'issue' | 'metric' | 'release';
}

export const RepeatField = ({ repeatMs, about }: RepeatProps) => (
  <div hidden={about === 'release'}>
    <Select
      label={`Messages about the same ${about}`}
      name="repeatMs"
      defaultValue={repeatMs}
      hint={
        about === 'metric'
          ? 'And at most 10 within 24 hours. Reminders and the end do not count.'
          : 'And at most two within 24 hours.'
      }
    >
      {repeatOptions(repeatMs).map(({ value, name }) => (
        <option key={value} value={value}>
          At most every {name}
        </option>
      ))}
    </Select>
  </div>
);

/** When the rule may send. The times are visible if they apply. */
export function ScheduleField({ schedule }: { schedule: Schedule | null }) {
  return (
    <div className="group/schedule flex flex-col gap-3">
      <Group label="When it may send" name="when">
        <div className="flex flex-col gap-2.5">
          <Checkbox type="radio" name="when" value="always" label="At any time" checked={schedule === null} />
          <Checkbox
            type="radio"
            name="when"
            value="scheduled"
            label="Only at these times"
            note="Messages of other times wait and arrive together."
            checked={schedule !== null}
          />
        </div>
      </Group>
      <div className="ml-[26px] hidden flex-col gap-3 group-has-[[value=scheduled]:checked]/schedule:flex">
        <ScheduleTimes {...(schedule ?? workingHours)} />
      </div>
    </div>
  );
}
