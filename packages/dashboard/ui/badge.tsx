import clsx from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  plain: 'border-line text-muted',
  accent: 'border-transparent bg-accent-wash text-accent',
  good: 'border-transparent bg-good-wash text-good',
  error: 'border-transparent bg-error-wash text-error',
  warning: 'border-transparent bg-warning-wash text-warning',
};

/** A short label. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-[18px] shrink-0 items-center rounded-sm border px-1.5 text-12 whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
