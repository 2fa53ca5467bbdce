import type { EventChange, RateChange, ReleaseRating } from '@seismo/server';
import { count, decimal, plural } from '#ui/count.ts';

export const ratingNames: Record<ReleaseRating, string> = { bad: 'Bad', unclear: 'Unclear', good: 'Good' };

export const ratings = Object.keys(ratingNames) as ReleaseRating[];

/** "Release 1.2.0 looks bad" */
export const verdictOn = (version: string, rating: ReleaseRating): string =>
  rating === 'unclear' ? `No clear verdict on release ${version}` : `Release ${version} looks ${rating}`;

/** `97.22%`: as precise as the reasons, but never rounded up. */
export const rateText = (share: number): string => `${decimal(Math.floor(share * 10_000 + 1e-6) / 100)}%`;

/** "−1.2 points": percentage points. */
export function changeText({ value, before }: RateChange): string {
  const points = signed(value - before);
  return `${points} ${/^[+−]1$/.test(points) ? 'point' : 'points'}`;
}

/** "between −1.9 and −0.6" */
export const intervalText = ({ low, high }: RateChange): string => `between ${signed(low)} and ${signed(high)}`;

function signed(share: number): string {
  const points = decimal(100 * share);
  if (/^−?0$/.test(points)) return '0';
  return share > 0 ? `+${points}` : points;
}

/** "fewer in 160 of 168 periods before" */
export function exceededText({ exceeded, windowCount }: EventChange): string {
  return windowCount === 0
    ? 'no data from before'
    : `fewer in ${count(exceeded)} of ${plural(windowCount, 'period')} before`;
}
