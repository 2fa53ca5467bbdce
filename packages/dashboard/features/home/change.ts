import { count } from '#components/ui/count.ts';

/** `12% more`, `3 times as many`, `40% fewer`: how a number stands to the one before it. */
export function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none before';
  if (now === before) return 'as many as before';
  const ratio = now / before;
  if (ratio >= 2) return `${ratio >= 10 ? count(ratio) : Math.floor(ratio * 10) / 10} times as many as before`;
  const percent = Math.max(1, Math.round(100 * Math.abs(ratio - 1)));
  return `${percent}% ${ratio > 1 ? 'more' : 'fewer'} than before`;
}
