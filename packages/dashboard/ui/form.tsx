'use client';

import { createContext, use, type ComponentProps } from 'react';
import { errorOf, type Fields } from './fields.ts';

const FieldErrors = createContext<Fields>({});

/** Within a list of rows: the index of the row a field is in. */
export const RowIndex = createContext<number | null>(null);

/** The form of `useAction`. Its fields show their own errors. */
export function Form({ fields, ...form }: ComponentProps<'form'> & { fields: Fields }) {
  return (
    <FieldErrors value={fields}>
      <form {...form} />
    </FieldErrors>
  );
}

/**
 * The error of the field with this name, and the attributes that connect its control to the element `id` that shows the error.
 * `hint` is the ID of the field's description.
 */
export function useFieldError(name: string | undefined, id: string, hint?: string | false) {
  const error = errorOf(use(FieldErrors), name ?? '', use(RowIndex));
  return {
    error,
    control: {
      // Tells the form that this field shows its own error.
      'data-shows-error': '',
      'aria-invalid': error === '' ? undefined : true,
      'aria-describedby': [error && id, hint].filter(Boolean).join(' ') || undefined,
    },
  };
}

export function FieldError({ id, message }: { id: string; message: string }) {
  return message === '' ? null : (
    <p id={id} className="text-12 text-error">
      {message}
    </p>
  );
}
