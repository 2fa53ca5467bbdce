'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition, type ReactNode } from 'react';
import { texts } from './form-text.ts';
import { SelectFields, type SelectField } from './select-fields.tsx';

interface Props {
  path: string;
  /** Selecting navigates at once. */
  fields: SelectField[];
  /** Other URL parameters to keep. */
  rest?: [name: string, value: string][];
  label?: string;
  className?: string;
  /** A search field with the name `query`. */
  children?: ReactNode;
  /** What the URL leaves out. */
  defaultQuery?: string;
}

/** Filters that live in the URL; defaults are left out. A GET form before hydration. */
export function FilterForm(props: Props) {
  const { path, fields, rest = [], label, className = 'flex flex-wrap gap-2', children, defaultQuery = '' } = props;
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (form: HTMLFormElement) => {
    const defaults = new Map(fields.map((field) => [field.name, field.defaultValue ?? '']));
    defaults.set('query', defaultQuery);
    const params = texts(new FormData(form))
      .map(([name, value]) => [name, value.trim()] as [string, string])
      .filter(([name, value]) => defaults.get(name) !== value);
    const query = new URLSearchParams(params).toString();
    start(() => router.push((query === '' ? path : `${path}?${query}`) as Route));
  };
  return (
    <form
      action={path}
      role={children ? 'search' : undefined}
      aria-label={label}
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault();
        go(event.currentTarget);
      }}
      className={className}
    >
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SelectFields fields={fields} onChange={go} />
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
