'use client';

interface Props {
  rows: number;
  height?: number | string;
  label?: string;
}

/**
 * Placeholder rows with the height of the content, visible after 100 ms. A client component, because server-rendered rows would
 * be sent twice.
 */
export function LoadingRows({ rows, height = 'var(--row-height)', label = 'Loading' }: Props) {
  return (
    <div className="after-100ms" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line px-3" style={{ height }}>
          <div className="skeleton h-3.5" style={{ width: `${30 + ((row * 17) % 35)}%` }} />
          <div className="skeleton ml-auto hidden h-3.5 w-24 sm:block" />
        </div>
      ))}
    </div>
  );
}

export function LoadingBlock({ height, label = 'Loading' }: { height: number; label?: string }) {
  return (
    <div className="after-100ms py-2" role="status" aria-label={label}>
      <div className="skeleton w-full" style={{ height: height - 16 }} />
    </div>
  );
}

export function LoadingText({ width = 180 }: { width?: number }) {
  return <span className="skeleton after-100ms inline-block h-3.5 align-middle" style={{ width }} />;
}
