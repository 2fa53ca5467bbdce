import type { AlertedReleaseView } from '@seismo/server';
import { RatingBadge } from '#features/releases/rating-badge.tsx';

/** The verdict on a release, and where it was deployed to. */
export function ReleaseState({
  release: { rating, environment },
}: {
  release: Pick<AlertedReleaseView, 'rating' | 'environment'>;
}) {
  return (
    <>
      <RatingBadge rating={rating} />
      {environment === '' ? null : <span className="min-w-0 [overflow-wrap:anywhere]">in {environment}</span>}
    </>
  );
}
