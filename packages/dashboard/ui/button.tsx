import clsx from 'clsx';
import type { ComponentProps } from 'react';

export type Variant = 'primary' | 'plain' | 'quiet' | 'danger';

const variants: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-line bg-surface text-ink hover:border-line-strong hover:bg-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-line bg-surface text-error hover:border-error hover:bg-error-wash',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'plain', small = false, extra?: string): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors disabled:cursor-default disabled:opacity-55 aria-disabled:opacity-55 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
    small ? 'h-7 px-2 text-12' : 'h-8 px-3 text-13',
    variants[variant],
    extra,
  );
}

export function Button({
  variant = 'plain',
  small = false,
  className,
  type = 'button',
  pending = false,
  ...rest
}: ComponentProps<'button'> & {
  variant?: Variant;
  small?: boolean;
  /** Looks disabled but keeps the focus. */
  pending?: boolean;
}) {
  return (
    <button
      type={type}
      aria-disabled={pending || undefined}
      className={buttonClass(variant, small, className)}
      {...rest}
    />
  );
}
