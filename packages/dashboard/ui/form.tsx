'use client';

import { createContext, use, type ComponentProps } from 'react';
import { saidOf, type Fields } from './fields.ts';

const Said = createContext<Fields>({});

/** Within a list of rows, the one that a field stands in. */
export const Row = createContext<number | null>(null);

/** The form of `useAction`: its fields know what was refused of them. */
export function Form({ fields, ...form }: ComponentProps<'form'> & { fields: Fields }) {
  return (
    <Said value={fields}>
      <form {...form} />
    </Said>
  );
}

/**
 * What was refused of the field with this name, for the element `id` that says it, and the attributes with which the field
 * leads there. `hint`: the id of what describes it anyhow.
 */
export function useSaid(name: string | undefined, id: string, hint?: string | false) {
  const said = saidOf(use(Said), name ?? '', use(Row));
  return {
    said,
    control: {
      // The mark by which a form knows that this field says it.
      'data-said': '',
      'aria-invalid': said === '' ? undefined : true,
      'aria-describedby': [said && id, hint].filter(Boolean).join(' ') || undefined,
    },
  };
}

/** Under a field: what was refused of it. */
export function SaidOf({ id, said }: { id: string; said: string }) {
  return said === '' ? null : (
    <p id={id} className="text-12 text-error">
      {said}
    </p>
  );
}
