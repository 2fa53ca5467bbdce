import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line that expands on demand. */
export function Fold({ label, inside }: { label: string; inside: ReactNode }) {
  return (
    <details>
      <summary className="flex w-fit items-center gap-1 rounded-sm text-12 leading-5 text-muted hover:text-ink">
        <ChevronRight size={13} aria-hidden className="chevron shrink-0" />
        {label}
      </summary>
      <div className="mt-1">{inside}</div>
    </details>
  );
}
