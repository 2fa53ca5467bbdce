import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

export const inputClass =
  'h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-14 text-ink placeholder:text-faint hover:border-muted';

/** A labelled input with an optional hint under it. */
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
