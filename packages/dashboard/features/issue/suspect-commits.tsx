import { GitCommitHorizontal } from 'lucide-react';
import { connection } from 'next/server';
import { plural } from '#ui/count.ts';
import { Time } from '#lib/time/time.tsx';
import { CommitId } from '#features/releases/commit-id.tsx';
import { readSuspects } from './read.ts';

/** Commits of the first release that changed a file in the stack trace. */
export async function SuspectCommits({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { shortId } = await params;
  const commits = await readSuspects(shortId);
  if (commits.length === 0) return null;
  const nowMs = Date.now();
  return (
    <>
      <h3 className="mt-4 mb-1.5 text-12 font-normal text-muted">Suspect commits</h3>
      <ul className="flex flex-col gap-2 text-13">
        {commits.map(({ id, title, authorName, author, atMs, path, link, release, function: name, frameDistance }) => (
          <li key={id} className="flex gap-2">
            <GitCommitHorizontal size={15} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="[overflow-wrap:anywhere]">{title}</p>
              <p className="text-12 text-muted [overflow-wrap:anywhere]">
                <CommitId id={id} link={link} /> by {author?.name ?? authorName}
                {atMs === null ? null : (
                  <>
                    , <Time atMs={atMs} nowMs={nowMs} ago />
                  </>
                )}
              </p>
              <p className="mt-0.5 text-12 text-muted [overflow-wrap:anywhere]">
                Released in <span className="font-mono">{release}</span>. Changed{' '}
                <span className="font-mono">{path}</span>, {whereOf(frameDistance, name)}.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** How near it is to where the error was thrown. */
function whereOf(frameDistance: number, name: string): string {
  const inside = name === '' ? '' : ` in ${name}`;
  if (frameDistance === 0) return `where the error was thrown${inside}`;
  return `${plural(frameDistance, 'call')} above the throwing frame${inside}`;
}
