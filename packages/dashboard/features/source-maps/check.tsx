import type { SourceMapCheck } from '@seismo/server';
import { CircleCheck } from 'lucide-react';
import { count, percent, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { MappingErrorLine } from './mapping-error-line.tsx';
import { ReleaseCoverage } from './release-coverage.tsx';

/** How many frames of the last day are mapped, per release, and why the others are not. */
export function Check({ check, nowMs }: { check: SourceMapCheck; nowMs: number }) {
  const { mapped, unmapped, events, errors, releases } = check;
  const frames = mapped + unmapped;
  return (
    <Section title="Last 24 hours" note={events > 0 ? `${plural(events, 'event')} with minified code` : null}>
      {frames === 0 ? (
        <p className="text-13 text-muted">No events with minified code in the last 24 hours.</p>
      ) : (
        <>
          <p className="flex items-baseline gap-2">
            <span className="text-28 font-medium tabular-nums">{percent(mapped, frames)}</span>
            <span className="text-13 text-muted">
              of frames are mapped: {count(mapped)} of {count(frames)}
            </span>
          </p>
          {unmapped === 0 ? (
            <p className="mt-2 flex items-center gap-2 text-13 text-good">
              <CircleCheck size={16} aria-hidden />
              Every frame maps to its source.
            </p>
          ) : null}
          <ReleaseCoverage releases={releases} />
          {errors.length > 0 ? (
            <ul aria-label="Why frames are not mapped" className="mt-5 flex flex-col gap-3">
              {errors.map((each) => (
                <MappingErrorLine key={each.error} error={each} nowMs={nowMs} />
              ))}
            </ul>
          ) : null}
        </>
      )}
    </Section>
  );
}
