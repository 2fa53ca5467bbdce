'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectFields, type SelectField } from './select-fields.tsx';
import { texts } from './form-text.ts';

/**
 * Choices that live in the URL, which leaves out what is usual. A GET form before hydration; afterwards choosing
 * navigates at once.
 */
export function SelectForm({
  path,
  fields,
  rest = [],
  label,
  className = 'flex flex-wrap gap-2',
}: {
  path: string;
  fields: SelectField[];
  /** What else the address says, and keeps saying. */
  rest?: [name: string, value: string][];
  label?: string;
  className?: string;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (form: HTMLFormElement) => {
    const usual = new Map(fields.map((choice) => [choice.name, choice.defaultValue ?? '']));
    const said = texts(new FormData(form)).filter(([name, value]) => usual.get(name) !== value);
    const query = new URLSearchParams(said).toString();
    start(() => router.push((query === '' ? path : `${path}?${query}`) as Route));
  };
  return (
    <form action={path} aria-label={label} aria-busy={pending} className={className}>
      <SelectFields fields={fields} onChange={go} />
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
