/** One pulse on a flat line in a rounded square. One color, readable at 16 px. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden className="shrink-0 text-accent">
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.75" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M2.5 8.75h3L7 4.25l2 8 1.25-3.5h3.25"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
