import { GitCompareArrows } from 'lucide-react';
import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count, percent } from '#ui/count.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Link } from '#ui/link.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { EnvironmentAndTime } from '#shell/context-bar/environment-and-time.tsx';
import { rangeSince } from '#shell/context-bar/time-range.ts';
import { RememberPage } from '../recent/remember-page.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { CrashFree, shareOf } from './adoption.tsx';
import { readHealth, readReleasePage, readReleaseIssues, type ReleaseProps } from './read.ts';
import { EventsLink } from './events-link.tsx';
import { compareHref, releaseHref, releasesHref } from './search-params.ts';
import { hostOfWebLink } from './web-link.ts';

/** The version and its main stats. Counts of issues link to them. */
export async function ReleaseHead(props: ReleaseProps) {
  await connection();
  const [{ version, urlState, release }, health] = await Promise.all([readReleasePage(props), readHealth(props)]);
  const { firstSeenAtMs, lastSeenAtMs, releasedAtMs, createdAtMs } = release;
  const environments = await runQuery((viewer) =>
    runtime().query.environments(
      viewer,
      release.projects.map(({ slug }) => slug),
    ),
  );
  // Lists count all environments; this page counts the selected ones.
  const counted = urlState.environments.length === 0 ? null : (await readReleaseIssues(props)).totals;
  const nowMs = Date.now();
  const host = hostOfWebLink(release.url);
  const never = <span className="text-muted">Never</span>;
  const issues = (kind: 'new' | 'regressed' | 'resolved', number: number) => (
    <Link
      href={`${releaseHref(version, { ...urlState, issues: kind, cursor: null })}#issues` as `/releases/${string}`}
      className="text-accent underline-offset-2 hover:underline"
    >
      {count(number)}
    </Link>
  );
  const stats: [name: string, value: React.ReactNode, note: React.ReactNode][] = [
    [
      'Adoption, 24 h',
      typeof health?.adoption !== 'number' ? (
        <span className="text-muted">Unknown</span>
      ) : (
        <span title={`${shareOf(health)} in the last 24 hours`}>{percent(health.count, health.projectCount)}</span>
      ),
      health?.by === 'sessions'
        ? `of sessions, ${percent(health.users, health.projectUsers)} of users`
        : health?.by === 'events'
          ? 'of events (no sessions)'
          : 'no data',
    ],
    [
      'Crash-free, 24 h',
      <CrashFree key="crashes" share={health?.crashFreeSessions ?? null} />,
      typeof health?.crashFreeSessions !== 'number' ? (
        'requires sessions'
      ) : (
        <>
          of sessions, <CrashFree share={health.crashFreeUsers} /> of users
        </>
      ),
    ],
    ['New issues', issues('new', counted?.new ?? release.newIssues), null],
    ['Regressed', issues('regressed', counted?.regressed ?? release.regressedIssues), null],
    ['Resolved', issues('resolved', counted?.resolved ?? release.resolvedIssues), null],
    [
      'Events',
      <EventsLink
        key="events"
        release={release}
        events={release.events}
        environments={urlState.environments}
        range={rangeSince(firstSeenAtMs ?? nowMs, nowMs)}
      />,
      urlState.environments.length > 0 ? `in ${urlState.environments.join(', ')}` : null,
    ],
    ['First seen', firstSeenAtMs === null ? never : <Time key="first" atMs={firstSeenAtMs} nowMs={nowMs} ago />, null],
    ['Last seen', lastSeenAtMs === null ? never : <Time key="last" atMs={lastSeenAtMs} nowMs={nowMs} ago />, null],
  ];
  // A release created by its first event has no separate creation time.
  if (releasedAtMs !== null || firstSeenAtMs === null) {
    const madeAtMs = releasedAtMs ?? createdAtMs;
    stats.push([
      releasedAtMs === null ? 'Created' : 'Released',
      <Time key="made" atMs={madeAtMs} nowMs={nowMs} ago />,
      null,
    ]);
  }
  return (
    <header className="pt-5">
      <RememberPage kind="release" href={releaseHref(version)} name={version} detail="release" />
      <title>{`${version} · Releases · Seismo`}</title>
      <Crumbs
        crumbs={[
          { name: 'Releases', href: '/releases' },
          ...release.projects.map(({ name, slug }) => ({ name, href: releasesHref({ projects: [slug] }) })),
          { name: version },
        ]}
      />
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-2">
        <h1 className="min-w-0 text-20 [overflow-wrap:anywhere]">{version}</h1>
        <CopyButton text={version} label="Copy version" />
        {release.status === 'archived' ? <Badge>Archived</Badge> : null}
        {host ? (
          <a href={release.url} rel="noreferrer" className="text-13 text-accent underline-offset-2 hover:underline">
            {host}
          </a>
        ) : null}
        <div className="flex flex-wrap items-center gap-2 md:ml-auto">
          <EnvironmentAndTime path={releaseHref(version)} environments={environments} search={await props.search} />
          <Link href={compareHref({ base: version, environments: urlState.environments })} className={buttonClass()}>
            <GitCompareArrows size={14} aria-hidden />
            Compare
          </Link>
        </div>
      </div>
      <dl className="mt-4 mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:flex lg:flex-wrap lg:gap-x-7">
        {stats.map(([name, value, note]) => (
          <div key={name}>
            <dt className="text-12 text-muted">{name}</dt>
            <dd className="text-16">{value}</dd>
            {note ? <dd className="text-12 text-muted">{note}</dd> : null}
          </div>
        ))}
      </dl>
    </header>
  );
}
