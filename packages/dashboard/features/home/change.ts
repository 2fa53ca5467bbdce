import { count } from '#ui/count.ts';

/** `12% more than before`, `3.1 times as many as before`, `1 before` of many times as many: how a number stands to the one before it. */
export function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none before';
  if (now === before) return 'as many as before';
  const ratio = now / before;
  if (ratio >= 10) return `${count(before)} before`;
  if (ratio >= 2) return `${Math.floor(ratio * 10) / 10} times as many as before`;
  const percent = Math.max(1, Math.round(100 * Math.abs(ratio - 1)));
  return `${percent}% ${ratio > 1 ? 'more' : 'fewer'} than before`;
}
