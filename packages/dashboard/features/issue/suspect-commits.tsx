import { GitCommitHorizontal } from 'lucide-react';
import { connection } from 'next/server';
import { Time } from '#components/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';

/** Who changed a file of the stack trace in the release it came with. Nothing if nobody is known to. */
export async function SuspectCommits({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { shortId } = await params;
  const commits = await ask((viewer) => runtime().query.suspectCommits(viewer, shortId));
  if (commits.length === 0) return null;
  const nowMs = Date.now();
  return (
    <>
      <h3 className="mt-4 mb-1.5 text-12 font-normal text-muted">Suspect commits</h3>
      <ul className="flex flex-col gap-2 text-13">
        {commits.map(({ id, title, authorName, author, atMs, path }) => (
          <li key={id} className="flex gap-2">
            <GitCommitHorizontal size={15} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="[overflow-wrap:anywhere]">{title}</p>
              <p className="truncate text-12 text-muted">
                <span className="font-mono">{id.slice(0, 7)}</span> by {author?.name ?? authorName}
                {atMs === null ? null : (
                  <>
                    , <Time atMs={atMs} nowMs={nowMs} ago />
                  </>
                )}
              </p>
              <p className="truncate font-mono text-12 text-muted" title={path}>
                changed {path}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
