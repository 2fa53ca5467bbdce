/** An error at its time in the row of a span; nothing if its time is not visible. */
export function ErrorMark({ percent, title }: { percent: number; title: string }) {
  if (percent < 0 || percent > 100) return null;
  return (
    <span
      title={title}
      className="absolute top-1/2 size-2.5 -translate-1/2 rotate-45 border border-surface bg-error"
      style={{ left: `${percent}%` }}
    >
      <span className="sr-only">{title}</span>
    </span>
  );
}
