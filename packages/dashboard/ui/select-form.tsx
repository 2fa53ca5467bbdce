'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectFields, type SelectField } from './select-fields.tsx';
import { texts } from './form-text.ts';

interface Props {
  path: string;
  fields: SelectField[];
  /** Other URL parameters to keep. */
  rest?: [name: string, value: string][];
  label?: string;
  className?: string;
}

/**
 * Selects whose values live in the URL; defaults are left out. A GET form before hydration, afterwards each selection
 * navigates at once.
 */
export function SelectForm({ path, fields, rest = [], label, className = 'flex flex-wrap gap-2' }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (form: HTMLFormElement) => {
    const defaults = new Map(fields.map((field) => [field.name, field.defaultValue ?? '']));
    const params = texts(new FormData(form)).filter(([name, value]) => defaults.get(name) !== value);
    const query = new URLSearchParams(params).toString();
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
