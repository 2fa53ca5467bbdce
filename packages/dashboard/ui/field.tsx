'use client';

import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError, useFieldError } from './form.tsx';
import { inputClass } from './input-class.ts';
import { Labeled } from './labeled.tsx';

/** A labeled input with its error and an optional hint. */
export const Field = ({
  label,
  hint,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) => (
  <Labeled label={label} name={input.name} hint={hint} className={className}>
    {(control) => <input className={inputClass} {...control} {...input} />}
  </Labeled>
);

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
