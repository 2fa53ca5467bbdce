'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import type { Result } from '#server/refusal.ts';
import { Button, type Look } from './button.tsx';
import { useAction } from './use-action.ts';

/** A form that says what became of it beside its button. */
export function ActionForm({
  action,
  submit,
  look = 'primary',
  small = false,
  className = 'flex flex-col gap-4',
  children,
}: {
  action: (before: Result | null, form: FormData) => Promise<Result>;
  submit: string;
  look?: Look;
  small?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { result, pending, form } = useAction(action);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (result && !result.ok) alert.current?.focus();
  }, [result]);
  return (
    <form {...form} className={className}>
      {children}
      {result && !result.ok ? (
        <p
          ref={alert}
          role="alert"
          tabIndex={-1}
          className="rounded-md bg-error-wash px-3 py-2 text-13 text-error outline-none"
        >
          {result.message}
        </p>
      ) : null}
      {result?.ok && result.message ? (
        <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
          {result.message}
        </p>
      ) : null}
      <Button
        type="submit"
        look={look}
        small={small}
        pending={pending}
        className={small ? undefined : 'h-9 self-start'}
      >
        {submit}
      </Button>
    </form>
  );
}
