'use client';

import clsx from 'clsx';
import { setPreferences, useOwnPreference } from './own-preferences.ts';
import type { FirstPreferences } from './preferences.ts';

const preferenceOptions = {
  theme: {
    legend: 'Theme',
    options: [
      ['system', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  density: {
    legend: 'List density',
    options: [
      ['comfortable', 'Comfortable'],
      ['compact', 'Compact'],
    ],
  },
  zone: {
    legend: 'Time zone',
    options: [
      ['local', 'Local time'],
      ['utc', 'UTC'],
    ],
  },
} as const;

/** The options of a preference, saved with the account and applied immediately. */
export function PreferenceOptions({ name, first }: { name: keyof typeof preferenceOptions; first?: FirstPreferences }) {
  const selected = useOwnPreference(name, first);
  const { legend, options } = preferenceOptions[name];
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <legend className="float-left mr-1 text-muted">{legend}</legend>
      <span className="flex w-fit rounded-md border border-line p-0.5">
        {options.map(([value, label]) => (
          <label
            key={value}
            className={clsx(
              'flex h-7 cursor-pointer items-center rounded-sm px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              selected === value ? 'bg-accent-wash font-medium text-accent' : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              className="sr-only"
              checked={selected === value}
              onChange={() => setPreferences({ [name]: value })}
            />
            {label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
