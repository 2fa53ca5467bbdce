'use client';

import { useActionState, useEffect, useRef, type ReactNode } from 'react';
import type { Result } from '#server/refusal.ts';
import { Button, type Look } from './button.tsx';

/** A form whose action answers with a value. Works before hydration; says what went wrong beside the button. */
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
  const [result, act, pending] = useActionState(action, null);
  const alert = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  useEffect(() => {
    if (result && !result.ok) alert.current?.focus();
    done.current = result?.ok === true;
    if (done.current) form.current?.reset();
  }, [result]);
  return (
    <form
      ref={form}
      action={act}
      className={className}
      // React empties a form after its action; a refused one keeps what was typed.
      onReset={(event) => done.current || event.preventDefault()}
    >
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
        disabled={pending}
        className={small ? undefined : 'h-9 self-start'}
      >
        {submit}
      </Button>
    </form>
  );
}
