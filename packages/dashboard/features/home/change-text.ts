import { count } from '#ui/count.ts';

/** Compares a number with the previous one: `up 12%`, `3.1 times as many`, or `previously 1` from ten times as many. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'unchanged' : 'previously 0';
  if (now === before) return 'unchanged';
  const ratio = now / before;
  if (ratio >= 10) return `previously ${count(before)}`;
  return ratioText(ratio);
}

/** Percentages are rounded down: `down 100%` means that nothing is left. */
export function ratioText(ratio: number): string {
  if (ratio >= 2) return `${ratio < 10 ? Math.floor(ratio * 10) / 10 : count(Math.floor(ratio))} times as many`;
  const percent = Math.max(1, Math.floor(100 * Math.abs(ratio - 1) + 1e-9));
  return `${ratio > 1 ? 'up' : 'down'} ${percent}%`;
}
