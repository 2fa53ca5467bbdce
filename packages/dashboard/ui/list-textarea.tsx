'use client';

import { useId, type ReactNode } from 'react';
import { FieldError, useFieldError } from './form.tsx';
import { inputClass } from './input-class.ts';

interface Props {
  name: string;
  label: string;
  values: string[];
  placeholder: string;
  hint?: string;
  children?: ReactNode;
}

/** A list with one entry per line. */
export function ListTextarea({ name, label, values, placeholder, hint, children }: Props) {
  const id = useId();
  const { error, control } = useFieldError(name, `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        defaultValue={values.join('\n')}
        placeholder={placeholder}
        rows={Math.min(8, Math.max(2, values.length + 1))}
        spellCheck={false}
        autoCapitalize="off"
        {...control}
        className={`${inputClass} h-auto! py-2 font-mono text-13!`}
      />
      <FieldError id={`${id}-error`} message={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
      {children}
    </div>
  );
}
