import type { ComparedRelease, ReleaseIssueKind } from '@seismo/server';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { count, percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { CrashFree, shareOf } from './adoption.tsx';
import { EventsLink } from './events-link.tsx';
import { readComparedStats, type ReleaseProps } from './read.ts';
import { readCompared, releaseHref } from './search-params.ts';

/** The two side by side, number by number. */
export async function ComparedStats(props: ReleaseProps) {
  await connection();
  const comparison = await readComparedStats(props);
  if (!comparison) return null;
  const { environments } = readCompared(await props.version, await props.search);
  const { base, head, newer } = comparison;
  const nowMs = Date.now();
  const sides = [base, head];
  const bySessions = sides.some(({ total }) => total.by === 'sessions');
  const rows: [name: string, of: (side: ComparedRelease) => ReactNode][] = [
    ['Adoption, 24 h', ({ release: { health } }) => adoptionOf(health, 'in the last 24 hours')],
    ['Adoption, 90 days', ({ total }) => adoptionOf(total, 'in the last 90 days')],
    ['Crash-free sessions', ({ total }) => <CrashFree share={total.crashFreeSessions} />],
    ['Crash-free users', ({ total }) => <CrashFree share={total.crashFreeUsers} />],
    [
      'Events',
      ({ release, events }) => <EventsLink release={release} events={events} environments={environments} range="90d" />,
    ],
    bySessions
      ? [
          'Events per 1,000 sessions',
          ({ eventsPerThousandSessions: rate }) => (rate === null ? <CrashFree share={null} /> : rough(rate)),
        ]
      : ['Events per day', ({ eventsPerDay }) => rough(eventsPerDay)],
    ['Affected users', ({ users }) => count(users)],
    ['New issues', ({ release }) => issuesOf(release, 'new', release.newIssues)],
    ['Regressed', ({ release }) => issuesOf(release, 'regressed', release.regressedIssues)],
    ['Resolved', ({ release }) => issuesOf(release, 'resolved', release.resolvedIssues)],
    ['First seen', ({ release }) => ago(release.firstSeenAtMs, nowMs)],
    ['Last seen', ({ release }) => ago(release.lastSeenAtMs, nowMs)],
    [
      'Deploys',
      ({ deploys }) =>
        deploys.length === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          <ul className="flex flex-col gap-1">
            {newestByEnvironment(deploys).map(({ id, environment, finishedAtMs }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-2">
                <Badge>{environment}</Badge>
                <span className="text-12 text-muted">
                  <Time atMs={finishedAtMs} nowMs={nowMs} ago />
                </span>
              </li>
            ))}
          </ul>
        ),
    ],
    [
      'Commits',
      ({ release }) =>
        opened(`${releaseHref(release.version)}#commits`, release.commitCount, plural(release.commitCount, 'commit')),
    ],
  ];
  return (
    <table className="w-full table-fixed text-13">
      <caption className="sr-only">Release comparison. Last 90 days unless stated otherwise.</caption>
      <thead>
        <tr className="border-b border-line align-top">
          <th scope="col" className="w-28 pb-2 sm:w-52">
            <span className="sr-only">Metric</span>
          </th>
          {sides.map(({ release }, index) => (
            <th key={index} scope="col" className="min-w-0 pr-3 pb-2 text-left font-normal">
              <span className="flex min-w-0 flex-wrap items-center gap-2">
                <Link
                  href={releaseHref(release.version, { environments })}
                  className="min-w-0 rounded-sm text-14 font-semibold [overflow-wrap:anywhere] hover:underline"
                >
                  {release.version}
                </Link>
                {(newer === 'base') === (index === 0) && newer !== null ? <Badge>Newer</Badge> : null}
              </span>
              <span className="block truncate text-12 text-muted">
                {release.projects.map(({ name }) => name).join(', ')}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, of]) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted">
              {name}
            </th>
            {sides.map((side, index) => (
              <td key={index} className="min-w-0 py-1.5 pr-3">
                {of(side)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Covers all environments, like the list it opens. */
function issuesOf({ version }: ComparedRelease['release'], kind: ReleaseIssueKind, number: number): ReactNode {
  return opened(`${releaseHref(version, { issues: kind })}#issues`, number, count(number));
}

function opened(href: string, number: number, text: string): ReactNode {
  if (number === 0) return text;
  return (
    <Link href={href as '/releases/x'} className="rounded-sm text-accent underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}

function adoptionOf(health: ComparedRelease['release']['health'], when: string): ReactNode {
  if (typeof health?.adoption !== 'number') return <CrashFree share={null} />;
  return (
    <>
      {percent(health.count, health.projectCount)}{' '}
      <span className="text-12 text-muted max-sm:sr-only">
        {shareOf(health)} {when}
      </span>
    </>
  );
}

function ago(atMs: number | null, nowMs: number): ReactNode {
  return atMs === null ? <span className="text-muted">Never</span> : <Time atMs={atMs} nowMs={nowMs} ago />;
}

function newestByEnvironment(deploys: ComparedRelease['deploys']): ComparedRelease['deploys'] {
  return deploys.filter(
    (one, index) => deploys.findIndex(({ environment }) => environment === one.environment) === index,
  );
}

function rough(value: number): string {
  return value < 10 ? value.toFixed(1) : count(value);
}
