'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { Result } from '#server/refusal.ts';

/** Keeps what was typed, saved or not, and says what became of it. */
export function MappingForm({
  save,
  children,
}: {
  save: (before: Result | null, form: FormData) => Promise<Result>;
  children: ReactNode;
}) {
  const { result, pending, form } = useAction(save);
  return (
    <form {...form} onReset={(event) => event.preventDefault()} className="mb-8 flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" pending={pending} className="h-9">
          Save
        </Button>
        {result ? (
          <p
            role={result.ok ? 'status' : 'alert'}
            className={`rounded-md px-3 py-2 text-13 ${result.ok ? 'bg-good-wash text-good' : 'bg-error-wash text-error'}`}
          >
            {result.message}
          </p>
        ) : null}
      </div>
    </form>
  );
}
