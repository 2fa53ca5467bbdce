import type { ReleaseSummaryView } from '@seismo/server';
import { connection } from 'next/server';
import { Fold } from '#features/grouping/fold.tsx';
import { plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readReleasePage, type ReleaseProps } from './read.ts';
import { VerdictCard } from './verdict-card.tsx';

/** What the release has changed since each deploy, or since it was first seen. */
export async function ReleaseVerdict(props: ReleaseProps) {
  await connection();
  const { version, urlState, release } = await readReleasePage(props);
  const { environments } = urlState;
  const summaries = (await runQuery((viewer) => runtime().query.releaseSummaries(viewer, version))).filter(
    ({ environment }) => environments.length === 0 || environment === '' || environments.includes(environment),
  );
  const newest = summaries.filter((summary) => summaries.find((one) => isSameScope(one, summary)) === summary);
  const earlier = summaries.filter((summary) => !newest.includes(summary));
  const nowMs = Date.now();
  const list = (listed: ReleaseSummaryView[]) => (
    <ul className="flex flex-col gap-3">
      {listed.map((summary) => (
        <VerdictCard
          key={summary.id}
          summary={summary}
          version={version}
          hasProject={release.projects.length > 1}
          nowMs={nowMs}
        />
      ))}
    </ul>
  );
  return (
    <Section title="Release verdict">
      {summaries.length === 0 ? (
        <p className="max-w-[72ch] text-13 text-muted">
          {environments.length === 0 ? 'No verdict. ' : `No verdict in ${environments.join(', ')}. `}
          Seismo measures a release after a deploy, or after it is first seen in a project that has an older release.
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          {list(newest)}
          {earlier.length === 0 ? null : (
            <Fold label={plural(earlier.length, 'earlier verdict')} inside={list(earlier)} />
          )}
          <Fold label="How this is measured" inside={<Method />} />
        </div>
      )}
    </Section>
  );
}

const isSameScope = (one: ReleaseSummaryView, other: ReleaseSummaryView): boolean =>
  one.project.slug === other.project.slug && one.environment === other.environment;

function Method() {
  return (
    <ul className="flex max-w-[72ch] list-disc flex-col gap-1.5 pl-8 text-13 text-muted">
      <li>
        Seismo measures a release 15 minutes, 1 hour, 4 hours and 24 hours after a deploy, in its environment, or after
        a project first sees the release, in all environments. A good or bad verdict is final.
      </li>
      <li>
        Sessions are compared with those of all other releases in the 24 hours before. The range in parentheses has a
        confidence of at least 95%, corrected for repeated measurements.
      </li>
      <li>
        A release is bad if at least 5 sessions crash or have errors, and their share increased by more than 0.1
        percentage points with this confidence. It is good if an increase by more than 1 percentage point can be ruled
        out.
      </li>
      <li>
        Without sessions, error events are compared with periods of the same length in the 7 days before. A release is
        bad if there are at least 10, more than in any such period, and at least twice the usual count.
      </li>
      <li>
        A new or regressed issue of high priority makes a release bad, too, if it affects at least 3 users or has at
        least 10 events.
      </li>
      <li>
        Issues of the 24 hours before are no longer seen if they have no event since, but were so frequent that at least
        5 would have been expected.
      </li>
    </ul>
  );
}
