import type { ReleaseRating } from '@seismo/server';
import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { ratingNames } from './rating-words.ts';

const looks: Record<ReleaseRating, { tone: 'plain' | 'good' | 'error'; icon: LucideIcon }> = {
  bad: { tone: 'error', icon: CircleX },
  unclear: { tone: 'plain', icon: CircleQuestionMark },
  good: { tone: 'good', icon: CircleCheck },
};

/** The verdict on a release as color, icon and word. */
export function RatingBadge({ rating }: { rating: ReleaseRating }) {
  const { tone, icon: Icon } = looks[rating];
  return (
    <Badge tone={tone}>
      <Icon size={12} strokeWidth={2.4} aria-hidden className="mr-1 -ml-0.5" />
      {ratingNames[rating]}
    </Badge>
  );
}
