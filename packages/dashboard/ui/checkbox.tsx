'use client';

import { useId } from 'react';

interface Props {
  type?: 'checkbox' | 'radio';
  name: string;
  value?: string;
  label: string;
  note?: string;
  checked: boolean;
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
}

/** A checkbox or radio button with a description. */
export function Checkbox({ type = 'checkbox', name, value, label, note, checked, disabled, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2.5 text-13">
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        disabled={disabled}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        aria-describedby={note ? `${id}-note` : undefined}
        className="mt-[2px] size-4 shrink-0 accent-[var(--accent)]"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {note ? (
          <p id={`${id}-note`} className="text-muted">
            {note}
          </p>
        ) : null}
      </div>
    </div>
  );
}
