import { CircleAlert } from 'lucide-react';

/** The mark of a span whose status is an error. */
export function Failed() {
  return (
    <span className="shrink-0 text-error" title="Failed">
      <CircleAlert size={14} strokeWidth={2.2} aria-hidden />
      <span className="sr-only">Failed</span>
    </span>
  );
}
