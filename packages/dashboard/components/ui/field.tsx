'use client';

import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { inputClass } from './input-class.ts';

/**
 * A labelled input with an optional hint under it. Its id must differ from those of pages that were left and stay in the document: only the client counts them all.
 */
export function Field({
  label,
  hint,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} className={inputClass} {...input} />
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
