'use client';

import { useId, type ReactNode } from 'react';
import { FieldError, useFieldError } from '#ui/form.tsx';

interface GroupProps {
  label: string;
  /** Of its fields, for their error. */
  name: string;
  children: ReactNode;
}

/** Checkboxes or radio buttons with one name. */
export function Group({ label, name, children }: GroupProps) {
  const id = useId();
  const { error, control } = useFieldError(name, `${id}-error`);
  return (
    <fieldset className="min-w-0" aria-describedby={control['aria-describedby']}>
      <legend className="mb-2 text-13 font-medium">{label}</legend>
      {children}
      <div className="mt-1.5 empty:hidden">
        <FieldError id={`${id}-error`} message={error} />
      </div>
    </fieldset>
  );
}

interface OptionProps {
  name: string;
  value: string;
  label: string;
  checked: boolean;
  onChange?: (checked: boolean) => void;
}

/** A checkbox among others in a row. */
export function Option({ name, value, label, checked, onChange }: OptionProps) {
  const { error } = useFieldError(name, '');
  return (
    <label className="flex min-w-0 items-center gap-2 text-13 [overflow-wrap:anywhere] pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={checked}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        data-shows-error=""
        aria-invalid={error === '' ? undefined : true}
        className="size-4 shrink-0 accent-[var(--accent)]"
      />
      {label}
    </label>
  );
}
