import { connection } from 'next/server';
import { TimeSeries } from '#charts/time-series.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { CrashFree, shareOf } from './adoption.tsx';
import { readReleasePage, type ReleaseProps } from './read.ts';
import { EventsLink } from './events-link.tsx';
import { releaseHref } from './search-params.ts';
import { InRange } from '#shell/context-bar/range.tsx';
import { rangeSince, rangeText } from '#shell/context-bar/time-range.ts';

/** The release's adoption over time and its environments. */
export async function ReleaseAdoption(props: ReleaseProps) {
  await connection();
  const { version, urlState, release } = await readReleasePage(props);
  const { environments, range } = urlState;
  const [adoption, seenIn] = await Promise.all([
    runQuery((viewer) => runtime().query.releaseAdoption(viewer, version, { environments, range })),
    runQuery((viewer) => runtime().query.releaseEnvironments(viewer, version)),
  ]);
  const { by, total } = adoption;
  const unit = by === 'sessions' ? 'session' : 'event';
  const when = rangeText(range);
  const nowMs = Date.now();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-2">
      <Section
        title="Adoption"
        note={
          by === null ? null : (
            <>
              {percent(total.count, total.projectCount)}: {shareOf(total)} <InRange range={range} />
            </>
          )
        }
      >
        {by === null ? (
          <p className="text-13 text-muted">
            No sessions or events <InRange range={range} />.
          </p>
        ) : (
          <>
            <TimeSeries
              fromMs={adoption.fromMs}
              bucketMs={adoption.bucketMs}
              nowMs={nowMs}
              series={[
                { name: 'This release', color: 'var(--series-1)', values: adoption.own },
                {
                  name: 'Other releases',
                  color: 'var(--bar-partial)',
                  values: adoption.all.map((all, index) => all - (adoption.own[index] ?? 0)),
                },
              ]}
              unit={unit}
              caption={`${unit}s by release, ${when}`}
              height={96}
              href={releaseHref(version, { environments })}
            />
            <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
              {by === 'sessions' ? (
                <span>
                  Crash-free: <CrashFree share={total.crashFreeSessions} /> of sessions,{' '}
                  <CrashFree share={total.crashFreeUsers} /> of {plural(total.users, 'user')}
                </span>
              ) : (
                <span>Based on events, because no sessions are reported.</span>
              )}
            </p>
          </>
        )}
      </Section>
      <Section title="Environments" note={seenIn.length === 0 ? 'No environments' : null}>
        {seenIn.length === 0 ? null : (
          <table className="w-full table-fixed text-13">
            <caption className="sr-only">Environments of this release</caption>
            <TableHead
              columns={[
                { name: 'Environment' },
                { name: 'Events', number: true, className: 'w-[18%] px-2' },
                { name: 'Adoption, 24 h', number: true, className: 'w-[22%] px-2' },
                { name: 'Crash-free', number: true, className: 'w-[20%] px-2' },
                { name: 'Deployed', number: true, className: 'hidden w-[20%] pl-2 sm:table-cell' },
              ]}
            />
            <tbody>
              {seenIn.map(({ name, events, firstSeenAtMs, sessions, adoption: own, crashFreeSessions, lastDeploy }) => (
                <tr key={name} className="h-9 border-b border-line">
                  <th scope="row" aria-label={name} className="min-w-0 truncate text-left font-normal">
                    <Link
                      href={releaseHref(version, { ...urlState, environments: [name], cursor: null })}
                      className="rounded-sm hover:underline"
                      title={name}
                    >
                      <Badge tone={environments.includes(name) ? 'accent' : 'plain'}>{name}</Badge>
                    </Link>
                  </th>
                  <td className="px-2 text-right">
                    <EventsLink
                      release={release}
                      events={events}
                      environments={[name]}
                      range={rangeSince(firstSeenAtMs ?? nowMs, nowMs, range)}
                    />
                  </td>
                  <td className="px-2 text-right" title={plural(sessions, 'session')}>
                    {own === null ? <CrashFree share={null} /> : percent(own, 1)}
                  </td>
                  <td className="px-2 text-right">
                    <CrashFree share={crashFreeSessions} />
                  </td>
                  <td className="hidden pl-2 text-right text-12 text-muted sm:table-cell">
                    {lastDeploy ? <Time atMs={lastDeploy.finishedAtMs} nowMs={nowMs} ago /> : 'Never'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </div>
  );
}
