'use client';

import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Locked } from '#ui/locked.tsx';
import { useAction } from '#ui/use-action.ts';
import type { Result } from '#server/refusal.ts';

interface Props {
  save: (before: Result | null, form: FormData) => Promise<Result>;
  locked: string | null;
  children: ReactNode;
}

/** Keeps its input after saving and shows the result. */
export function MappingForm({ save, locked, children }: Props) {
  const { result, pending, form } = useAction(save);
  if (locked) {
    return (
      <div className="mb-8 flex flex-col gap-4">
        <Locked reason={locked}>{children}</Locked>
      </div>
    );
  }
  return (
    <Form {...form} onReset={(event) => event.preventDefault()} className="mb-8 flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={pending} className="h-9">
          Save
        </Button>
        <FormError result={result} />
        {result?.ok ? (
          <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
            {result.message}
          </p>
        ) : null}
      </div>
    </Form>
  );
}
