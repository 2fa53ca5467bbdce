'use client';

import type { ReactNode } from 'react';
import type { Result } from '#server/refusal.ts';
import { Button, type Variant } from './button.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { Locked } from './locked.tsx';
import { useAction } from './use-action.ts';

/** A form that shows its result next to its button. */
export function ActionForm({
  action,
  submit,
  variant = 'primary',
  small = false,
  resetOnError = false,
  className = 'flex flex-col gap-4',
  locked,
  children,
}: {
  action: (before: Result | null, form: FormData) => Promise<Result>;
  submit: string;
  variant?: Variant;
  small?: boolean;
  /** Restore the current values after a refusal. */
  resetOnError?: boolean;
  className?: string;
  /** Why the form is read-only, or `null`. */
  locked?: string | null;
  children?: ReactNode;
}) {
  const { result, pending, form } = useAction(action, resetOnError);
  if (locked) {
    return (
      <div className={className}>
        <Locked reason={locked}>{children}</Locked>
      </div>
    );
  }
  return (
    <Form {...form} className={className}>
      {children}
      <FormError result={result} />
      {result?.ok && result.message ? (
        <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
          {result.message}
        </p>
      ) : null}
      <Button
        type="submit"
        variant={variant}
        small={small}
        pending={pending}
        className={small ? undefined : 'h-9 self-start'}
      >
        {submit}
      </Button>
    </Form>
  );
}
