import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { readIssue } from '#features/issue/read.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, may } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { MergeButton } from './regroup-buttons.tsx';

/** Issues that may be duplicates of this one. */
export async function SimilarIssues({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { issue, project } = await readIssue((await params).shortId);
  const mayMerge = await may('mergeIssues', project.organization);
  const similar = await runQuery((viewer) => runtime().query.similarIssues(viewer, issue.shortId));
  const nowMs = Date.now();
  if (similar.length === 0)
    return <p className="text-13 text-muted">No issues share this error’s type and location, or its message.</p>;
  return (
    <ul className="flex flex-col gap-3 text-13">
      {similar.map(({ id, shortId, type, value, events, lastSeenAtMs, why }) => (
        <li key={shortId}>
          <Link
            href={`/issues/${shortId}`}
            className="line-clamp-2 rounded-sm [overflow-wrap:anywhere] hover:underline"
          >
            <b className="font-medium">{type || value}</b> {type ? value : ''}
          </Link>
          <p className="text-12 text-muted">
            {shortId}, {plural(events, 'event')}, <Time atMs={lastSeenAtMs} nowMs={nowMs} ago />: {why}
          </p>
          <div className="mt-1 flex gap-1.5">
            {mayMerge ? (
              <MergeButton
                organizationId={issue.organizationId}
                issue={{ id, shortId }}
                into={{ id: issue.id, shortId: issue.shortId }}
              />
            ) : null}
            <Link
              href={`/issues/${issue.shortId}/compare?with=${shortId}`}
              aria-label={`Compare with ${shortId}`}
              className={buttonClass('quiet', true)}
            >
              Compare
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
