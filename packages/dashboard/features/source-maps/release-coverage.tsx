import type { SourceMapCheck } from '@seismo/server';
import { count, percent, plural } from '#ui/count.ts';

const RELEASE_COUNT_MAX = 8;

/** One bar per release: how many of its frames are mapped. */
export function ReleaseCoverage({ releases }: { releases: SourceMapCheck['releases'] }) {
  const visible = releases.slice(0, RELEASE_COUNT_MAX);
  return (
    <>
      <ul aria-label="Frames mapped per release" className="mt-4 flex flex-col gap-2">
        {visible.map(({ release, events, mapped, unmapped }) => (
          <li key={release} className="text-13">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{release || 'No release'}</span>
              <span className="ml-auto text-12 text-muted">
                {count(mapped)} of {plural(mapped + unmapped, 'frame')}, {plural(events, 'event')},{' '}
                <span className="text-ink">{percent(mapped, mapped + unmapped)}</span>
              </span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-sm bg-warning-wash">
              <div
                className="h-full bg-good"
                style={{ width: `${(100 * mapped) / Math.max(1, mapped + unmapped)}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
      {releases.length > visible.length ? (
        <p className="mt-2 text-12 text-muted">and {plural(releases.length - visible.length, 'more release')}</p>
      ) : null}
    </>
  );
}
