import clsx from 'clsx';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { inputClass } from '#ui/input-class.ts';
import { Overlay } from '#ui/overlay.tsx';
import type { StatusOption } from './status-options.ts';
import { archiveOption, units, type Unit, type Until } from './archive-option.ts';

const fieldClass = clsx(inputClass, 'h-8! w-24! px-2! text-13!');

interface ArchiveDialogProps {
  what: string;
  onSelect: (choice: Omit<StatusOption, 'name'>) => void;
  onClose: () => void;
}

/** Archives for a custom duration, or until a custom number of events or users. */
export function ArchiveDialog({ what, onSelect, onClose }: ArchiveDialogProps) {
  const [until, setUntil] = useState<Until>('time');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = (name: string) => Number(form.get(name));
    const unit = (name: string) => form.get(name) as Unit | '';
    onClose();
    onSelect(archiveOption(until, number(until), until === 'users' ? '' : unit(`${until}-unit`)));
  };
  const way = (name: Until, label: string, first: boolean, children: ReactNode) => (
    <div
      className={clsx(
        'flex min-h-11 items-center gap-2.5 rounded-md border px-3 py-1.5',
        until === name ? 'border-accent bg-accent-wash' : 'border-line',
      )}
      onFocus={() => setUntil(name)}
    >
      <input
        type="radio"
        name="until"
        aria-label={label}
        checked={until === name}
        onChange={() => setUntil(name)}
        className="accent-accent"
        {...(first && { 'data-first-focus': true })}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-13">{children}</div>
    </div>
  );
  const amount = (name: Until, label: string, initial: number) => (
    <input
      type="number"
      name={name}
      aria-label={label}
      min={1}
      max={name === 'time' ? 366 * 24 * 60 : 1_000_000_000}
      required
      defaultValue={initial}
      className={fieldClass}
    />
  );
  return (
    <Overlay label="Archive until" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-3 p-4">
        <h2 className="text-16">Archive {what}</h2>
        {way(
          'time',
          'For a period of time',
          true,
          <>
            For
            {amount('time', 'Duration', 3)}
            <UnitSelect name="time-unit" label="Time unit" initial="day" />
          </>,
        )}
        {way(
          'events',
          'Until more events',
          false,
          <>
            Until
            {amount('events', 'Number of events', 50)}
            more events
            <UnitSelect name="events-unit" label="Within" initial="" within />
          </>,
        )}
        {way(
          'users',
          'Until more users',
          false,
          <>
            Until
            {amount('users', 'Number of users', 5)}
            more users
          </>,
        )}
        <p className="text-12 text-muted">Events still count. The issue reopens as ongoing.</p>
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Archive
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Overlay>
  );
}

interface UnitSelectProps {
  name: string;
  label: string;
  initial: Unit | '';
  within?: boolean;
}

function UnitSelect({ name, label, initial, within = false }: UnitSelectProps) {
  return (
    <select name={name} aria-label={label} defaultValue={initial} className="select">
      {within ? <option value="">in total</option> : null}
      {Object.keys(units).map((unit) => (
        <option key={unit} value={unit}>
          {within ? `within ${unit === 'hour' ? 'an' : 'a'} ${unit}` : plural(2, unit).replace(/^2 /, '')}
        </option>
      ))}
    </select>
  );
}
