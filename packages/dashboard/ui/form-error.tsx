'use client';

import { Button } from './button.tsx';
import type { Refused } from './fields.ts';

/** The message of a refusal, without the errors that fields show. */
export function FormError({ result }: { result: { ok: true } | Refused | null | undefined }) {
  if (!result || result.ok || result.message === '') return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-error
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-error-wash px-3 py-2 text-13 [overflow-wrap:anywhere] text-error outline-none"
    >
      {result.message}
      {result.isOutdated ? (
        <Button small onClick={() => location.reload()}>
          Reload
        </Button>
      ) : null}
    </div>
  );
}
