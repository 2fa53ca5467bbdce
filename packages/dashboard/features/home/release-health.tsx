import type { ReleaseHealthSummary, SummarizedRelease } from '@seismo/server';
import { Check, CircleAlert, Clock, Equal, Scale, type LucideIcon } from 'lucide-react';
import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { count, precisePercent } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { rangeSince } from '#shell/context-bar/time-range.ts';
import { issuesHref } from '../issues/search-params.ts';
import { termOf } from '../search/term.ts';
import { compareHref, releaseHref } from '../releases/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readHomeParams, type HomeParams } from './read.ts';
import { releaseHealthSentence } from './release-health-sentence.ts';

const variants: Record<ReleaseHealthSummary['assessment'], { icon: LucideIcon; className: string }> = {
  worse: { icon: CircleAlert, className: 'text-error' },
  better: { icon: Check, className: 'text-good' },
  mixed: { icon: Scale, className: 'text-warning' },
  same: { icon: Equal, className: 'text-muted' },
  early: { icon: Clock, className: 'text-muted' },
  first: { icon: Clock, className: 'text-muted' },
};

/** The state of the latest release: a sentence and the numbers behind it. */
export async function ReleaseHealth(params: HomeParams) {
  await connection();
  const { slug } = await readHomeParams(params);
  const found = await runQuery((viewer) => runtime().query.releaseHealthSummary(viewer, slug));
  if (!found) {
    return (
      <Section title="Latest release">
        <p className="text-13 text-muted">
          No releases reported yet. Set the SDK option <code>release</code>.
        </p>
      </Section>
    );
  }
  const { head, base, assessment } = found;
  const { icon: Icon, className } = variants[assessment];
  return (
    <Section
      title="Latest release"
      actions={
        base ? (
          <Link
            href={compareHref({ base: base.version, head: head.version })}
            className="text-13 text-accent underline underline-offset-2"
          >
            Compare
          </Link>
        ) : null
      }
    >
      <p className="flex gap-2 text-14">
        <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${className}`} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{releaseHealthSentence(found)}</span>
      </p>
      <ReleaseComparisonTable project={slug} releases={base ? [head, base] : [head]} nowMs={Date.now()} />
    </Section>
  );
}

/** The third element is the search key that finds the counted issues. */
const rows: [name: string, value: (release: SummarizedRelease) => string | null, counts?: string][] = [
  ['Adoption, 24 h', ({ adoption }) => (adoption === null ? null : precisePercent(adoption))],
  ['Crash-free sessions', ({ crashFreeSessions: share }) => (share === null ? null : precisePercent(share))],
  ['Errors per 1,000 sessions', ({ eventsPerThousandSessions: rate }) => (rate === null ? null : count(rate))],
  ['New issues', ({ newIssues }) => count(newIssues), 'firstRelease'],
  ['Regressed', ({ regressedIssues }) => count(regressedIssues), 'regressed_in_release'],
];

function ReleaseComparisonTable({
  project,
  releases,
  nowMs,
}: {
  project: string;
  releases: SummarizedRelease[];
  nowMs: number;
}) {
  const reported = rows.filter(([, value]) => releases.some((release) => value(release) !== null));
  return (
    <table className="mt-3 w-full table-fixed text-13">
      <caption className="sr-only">Latest and previous release, last 14 days</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="text-left font-normal text-12 text-muted">
            Last 14 days
          </th>
          {releases.map(({ version, firstSeenAtMs }) => (
            <th key={version} scope="col" className="w-[30%] py-1 text-right font-normal">
              <Link
                href={releaseHref(version)}
                title={version}
                className="block truncate font-mono text-12 hover:underline"
              >
                {version.slice(version.lastIndexOf('@') + 1)}
              </Link>
              <span className="block text-12 text-muted">
                <Time atMs={firstSeenAtMs} nowMs={nowMs} ago />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reported.map(([name, value, counts]) => (
          <tr key={name} className="border-b border-line last:border-0">
            <th scope="row" className="py-1 text-left font-normal text-muted">
              {name}
            </th>
            {releases.map((release) => (
              <td key={release.version} className="py-1 text-right">
                {value(release) === null ? (
                  <span className="text-muted">Unknown</span>
                ) : counts === undefined || value(release) === '0' ? (
                  value(release)
                ) : (
                  <Link
                    href={issuesHref({
                      projects: [project],
                      range: rangeSince(release.firstSeenAtMs, nowMs),
                      query: termOf(counts, release.version),
                    })}
                    aria-label={`${name} of ${release.version}: ${value(release)}`}
                    className="rounded-sm text-accent underline-offset-2 hover:underline"
                  >
                    {value(release)}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
