'use client';

import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError, useFieldError } from './form.tsx';
import { inputClass } from './input-class.ts';

/**
 * A labelled input with what was refused of it and an optional hint under it. Its id must differ from those of pages that were left and stay in the document: only the client counts them all.
 */
export function Field({
  label,
  hint,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) {
  const id = useId();
  const { error, control } = useFieldError(input.name, `${id}-said`, hint ? `${id}-hint` : false);
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input id={id} className={inputClass} {...control} {...input} />
      <FieldError id={`${id}-said`} message={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** An input among others, with what was refused of it under it; what it is called stands beside it or in `aria-label`. */
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
