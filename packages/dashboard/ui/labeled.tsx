'use client';

import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import { FieldError, useFieldError } from './form.tsx';

interface Props {
  label: string;
  /** Of the control. */
  name: string | undefined;
  hint?: ReactNode;
  className?: string | undefined;
  /** The control with these properties. */
  children: (control: { id: string } & ReturnType<typeof useFieldError>['control']) => ReactNode;
}

/** A control with its label, its error and an optional hint. A client component, so that its ID is unique among hidden pages that stay in the document. */
export function Labeled({ label, name, hint, className, children }: Props) {
  const id = useId();
  const { error, control } = useFieldError(name, `${id}-error`, hint ? `${id}-hint` : false);
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      {children({ id, ...control })}
      <FieldError id={`${id}-error`} message={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
