export const inputClass =
  'h-9 w-full pointer-coarse:min-h-11 rounded-md border border-line-strong bg-surface px-3 text-14 text-ink placeholder:text-faint enabled:hover:border-muted aria-invalid:border-error! disabled:border-line disabled:bg-sunken disabled:text-muted';
