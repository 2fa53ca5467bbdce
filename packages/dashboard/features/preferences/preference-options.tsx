'use client';

import clsx from 'clsx';
import { setPreferences, useOwnPreference } from './own-preferences.ts';
import type { FirstPreferences } from './preferences.ts';

const choices = {
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

/** One of two, kept with the account. It shows at once. */
export function PreferenceOptions({ name, first }: { name: keyof typeof choices; first?: FirstPreferences }) {
  const chosen = useOwnPreference(name, first);
  const { legend, options } = choices[name];
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <legend className="float-left mr-1 text-muted">{legend}</legend>
      <span className="flex w-fit rounded-md border border-line p-0.5">
        {options.map(([value, label]) => (
          <label
            key={value}
            className={clsx(
              'flex h-7 cursor-pointer items-center rounded-sm px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              chosen === value ? 'bg-accent-wash font-medium text-accent' : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              className="sr-only"
              checked={chosen === value}
              onChange={() => setPreferences({ [name]: value })}
            />
            {label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
