import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { eventPath } from '#features/issue/event/event-params.ts';
import { readIssue } from '#features/issue/read.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, may } from '#server/viewer.ts';
import { SplitHashButton } from './regroup-buttons.tsx';

/** The hashes of an issue. A single one needs no list. */
export async function HashList({ shortId }: { shortId: string }) {
  await connection();
  const { issue, hashCount, project } = await readIssue(shortId);
  if (hashCount < 2) return null;
  const maySplit = await may('splitIssue', project.organization);
  const hashes = await runQuery((viewer) => runtime().query.hashes(viewer, shortId));
  if (hashes.length < 2) return null;
  const nowMs = Date.now();
  return (
    <>
      <h3 className="mt-5 mb-1.5 text-13 font-medium">{hashes.length} merged groups</h3>
      <ul className="text-13">
        {hashes.map(({ hash, events, users, title, eventId, firstSeenAtMs, lastSeenAtMs }) => (
          <li
            key={hash}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 last:border-b"
          >
            <div className="min-w-0 flex-1 basis-64">
              {eventId === null ? (
                <span>Group without stored events</span>
              ) : (
                <Link
                  href={eventPath(shortId, eventId)}
                  className="rounded-sm [overflow-wrap:anywhere] hover:underline"
                >
                  {title}
                </Link>
              )}
              <p className="text-12 text-muted">
                <code>{hash.slice(0, 8)}</code>, {plural(events, 'event')}
                {users > 0 ? `, ${plural(users, 'user')}` : ''}, first seen{' '}
                <Time atMs={firstSeenAtMs} nowMs={nowMs} ago />, last seen{' '}
                <Time atMs={lastSeenAtMs} nowMs={nowMs} ago />
              </p>
            </div>
            {maySplit ? (
              <SplitHashButton
                issue={{ organizationId: issue.organizationId, id: issue.id }}
                hash={hash}
                name={`${title || 'Group'} (${hash.slice(0, 8)})`}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
