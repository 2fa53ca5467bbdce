import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';

/** Read-only fields with the reason above them. Buttons and placeholders are hidden. */
export function Locked({ reason, children }: { reason: string; children?: ReactNode }) {
  return (
    <>
      <p className="mb-3 flex items-center gap-1.5 text-13 text-muted">
        <LockKeyhole size={13} aria-hidden className="shrink-0" />
        {reason}
      </p>
      <fieldset disabled className="contents [&_::placeholder]:opacity-0 [&_button]:hidden">
        {children}
      </fieldset>
    </>
  );
}
