'use client';

import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError, useFieldError } from './form.tsx';
import { inputClass } from './input-class.ts';

/**
 * A labeled input with its error and an optional hint. A client component, so that its ID is unique among hidden pages that stay in the document.
 */
export function Field({
  label,
  hint,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) {
  const id = useId();
  const { error, control } = useFieldError(input.name, `${id}-error`, hint ? `${id}-hint` : false);
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input id={id} className={inputClass} {...control} {...input} />
      <FieldError id={`${id}-error`} message={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** A compact input with its error. Its label is beside it or in `aria-label`. */
export function SmallInput({ className = '', ...input }: ComponentProps<'input'>) {
  const id = useId();
  const { error, control } = useFieldError(input.name, id);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <input className={`${inputClass} h-8! ${className}`} {...control} {...input} />
      <FieldError id={id} message={error} />
    </div>
  );
}
