import { count } from '#ui/count.ts';

/**
 * Compares a number with the previous one: `12% more than before`, `3.1 times as many`, or `1 before` for many times as
 * many.
 */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'unchanged' : 'previously 0';
  if (now === before) return 'unchanged';
  const ratio = now / before;
  if (ratio >= 10) return `previously ${count(before)}`;
  if (ratio >= 2) return `${Math.floor(ratio * 10) / 10} times as many`;
  const percent = Math.max(1, Math.round(100 * Math.abs(ratio - 1)));
  return `${ratio > 1 ? 'up' : 'down'} ${percent}%`;
}
