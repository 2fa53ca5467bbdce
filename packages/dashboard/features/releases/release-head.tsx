import { connection } from 'next/server';
import { Time } from '#components/time/time.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { count } from '#components/ui/count.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { readRelease } from './read.ts';
import { hostOfWebLink } from './web-link.ts';

/** The version, and its figures at a glance. Those that count issues lead to them. */
export async function ReleaseHead({ version: given }: { version: Promise<string> }) {
  await connection();
  const release = await readRelease(await given);
  const { version, firstSeenAtMs, lastSeenAtMs, releasedAtMs, createdAtMs } = release;
  const nowMs = Date.now();
  const host = hostOfWebLink(release.url);
  const never = <span className="text-muted">Never</span>;
  const figures: [name: string, value: React.ReactNode][] = [
    ['Events', count(release.events)],
    [
      'New issues',
      <Link
        key="new"
        href={issuesHref({ query: `firstRelease:${JSON.stringify(version)}`, range: '90d' })}
        className="text-accent underline-offset-2 hover:underline"
      >
        {count(release.newIssues)}
      </Link>,
    ],
    ['First seen', firstSeenAtMs === null ? never : <Time key="first" atMs={firstSeenAtMs} nowMs={nowMs} ago />],
    ['Last seen', lastSeenAtMs === null ? never : <Time key="last" atMs={lastSeenAtMs} nowMs={nowMs} ago />],
    [
      releasedAtMs === null ? 'Made' : 'Released',
      <Time key="made" atMs={releasedAtMs ?? createdAtMs} nowMs={nowMs} ago />,
    ],
    ['Commits', count(release.commitCount)],
    ['Deploys', count(release.deployCount)],
  ];
  return (
    <header className="pt-5">
      <title>{`${version} · Releases · Seismo`}</title>
      <p className="text-13 text-muted">
        <Link href="/releases" className="hover:text-ink hover:underline">
          Releases
        </Link>
        {' / '}
        {release.projects.map(({ name }) => name).join(', ')}
      </p>
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-2">
        <h1 className="min-w-0 text-20 [overflow-wrap:anywhere]">{version}</h1>
        <CopyButton text={version} label="Copy the version" />
        {release.status === 'archived' ? <Badge>Archived</Badge> : null}
        {host ? (
          <a href={release.url} rel="noreferrer" className="text-13 text-accent underline-offset-2 hover:underline">
            {host}
          </a>
        ) : null}
      </div>
      <dl className="mt-4 mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:flex lg:flex-wrap lg:gap-x-10">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-12 text-muted">{name}</dt>
            <dd className="text-16">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
