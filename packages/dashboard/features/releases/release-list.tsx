import type { ReleaseView } from '@seismo/server';
import { connection } from 'next/server';
import { ExportList } from '#features/exports/export-link.tsx';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { count, percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { organizationId, runQuery } from '#server/viewer.ts';
import { Adoption, CrashFree } from './adoption.tsx';
import { compareHref, readReleaseFilter, releaseHref, releasesHref } from './search-params.ts';

export async function ReleaseList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const filter = readReleaseFilter(await search);
  const { releases, next } = await runQuery((viewer) => runtime().query.releases(viewer, filter));
  const nowMs = Date.now();
  if (releases.length === 0) {
    const narrowed =
      filter.text !== '' || filter.projects.length + filter.environments.length > 0 || filter.status === 'archived';
    return narrowed ? (
      <Empty title="No matching releases">
        <Link href="/releases" className={buttonClass()}>
          Show all releases
        </Link>
      </Empty>
    ) : (
      <Empty title="No releases yet">
        <p>
          Set the SDK option <code>release</code>, or create a release in your build:
        </p>
        <Code label="Create a release" text="npx @sentry/cli releases new shop@1.0.0" />
      </Empty>
    );
  }
  const [newest, ...others] = releases;
  const before = others.find(({ projects }) =>
    projects.some(({ id }) => newest!.projects.some((one) => one.id === id)),
  );
  return (
    <>
      <RowGrid>
        <table role="grid" className="w-full table-fixed">
          <caption className="sr-only">Releases, newest first</caption>
          <TableHead
            hiddenOnPhones
            columns={[
              { name: 'Release', className: 'pl-2' },
              { name: 'Adoption, 24 h', className: 'w-32 px-3' },
              { name: 'Crash-free', number: true, className: 'hidden w-24 px-3 lg:table-cell' },
              { name: 'New', number: true, className: 'w-16 px-3' },
              { name: 'Regressed', number: true, className: 'hidden w-24 px-3 lg:table-cell' },
              { name: 'Resolved', number: true, className: 'hidden w-24 px-3 lg:table-cell' },
              { name: 'Events', number: true, className: 'w-20 px-3' },
              { name: 'Last seen', number: true, className: 'w-24 px-3' },
            ]}
          />
          <tbody>
            {releases.map((release) => (
              <ReleaseRow key={release.id} release={release} environments={filter.environments} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      </RowGrid>
      <Pager
        first={filter.cursor ? { name: 'Newest releases', href: releasesHref({ ...filter, cursor: null }) } : null}
        next={next ? { name: 'Older releases', href: releasesHref({ ...filter, cursor: next }) } : null}
      >
        {newest && before && !filter.cursor ? (
          <Link
            href={compareHref({ base: before.version, head: newest.version, environments: filter.environments })}
            className={buttonClass()}
          >
            Compare newest with previous
          </Link>
        ) : null}
        <ExportList
          organizationId={await organizationId()}
          href={releasesHref({ ...filter, cursor: null })}
          of="releases"
        />
      </Pager>
    </>
  );
}

function ReleaseRow({ release, environments, nowMs }: { release: ReleaseView; environments: string[]; nowMs: number }) {
  const { version, health, lastDeploy, releasedAtMs, createdAtMs, lastSeenAtMs } = release;
  return (
    <tr
      data-row
      className="relative h-(--row-height) border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover"
    >
      <th
        scope="row"
        aria-label={version}
        className="min-w-0 py-1.5 pr-3 pl-1 text-left font-normal md:py-1 md:pl-2 compact:py-0"
      >
        <div className="compact:flex compact:items-center compact:gap-3">
          <div className="flex min-w-0 items-center gap-2">
            <Link
              href={releaseHref(version, { environments })}
              data-row-link
              suppressHydrationWarning
              className="min-w-0 truncate font-semibold fills-row"
            >
              {version}
            </Link>
            {lastDeploy ? <Badge>{lastDeploy.environment}</Badge> : null}
            {release.status === 'archived' ? <Badge>Archived</Badge> : null}
          </div>
          <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 text-12 text-muted compact:mt-0 compact:ml-auto compact:max-2xl:max-w-1/3 compact:flex-nowrap">
            <span className="min-w-0 truncate">{release.projects.map(({ name }) => name).join(', ')}</span>
            <span className="contents compact:max-2xl:hidden">
              <span>
                {releasedAtMs === null ? 'created' : 'released'}{' '}
                <Time atMs={releasedAtMs ?? createdAtMs} nowMs={nowMs} ago />
              </span>
              {release.commitCount > 0 ? <span>{plural(release.commitCount, 'commit')}</span> : null}
              {release.hasArtifacts ? <span>source maps</span> : null}
            </span>
          </div>
          <div className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-muted md:hidden">
            {typeof health?.adoption !== 'number' ? null : (
              <span>
                {percent(health.count, health.projectCount)} of {health.by}
              </span>
            )}
            <span>{release.newIssues} new</span>
            {release.regressedIssues > 0 ? <span>{release.regressedIssues} regressed</span> : null}
            <span>{plural(release.events, 'event')}</span>
          </div>
        </div>
      </th>
      <td className="hidden px-3 md:table-cell">
        <Adoption health={health} />
      </td>
      <td className="hidden px-3 text-right lg:table-cell">
        <CrashFree share={health?.crashFreeSessions ?? null} />
      </td>
      <td className="hidden px-3 text-right md:table-cell">{count(release.newIssues)}</td>
      <td className="hidden px-3 text-right lg:table-cell">{count(release.regressedIssues)}</td>
      <td className="hidden px-3 text-right lg:table-cell">{count(release.resolvedIssues)}</td>
      <td className="hidden px-3 text-right md:table-cell">{count(release.events)}</td>
      <td className="hidden px-3 text-right md:table-cell">
        {lastSeenAtMs === null ? <span className="text-muted">Never</span> : <Time atMs={lastSeenAtMs} nowMs={nowMs} />}
      </td>
    </tr>
  );
}
