import type { CommitRef, LinkedCommit } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { CommitId } from './commit-id.tsx';

/** Visible at first; the rest of a long list opens with a click. */
const COMMIT_COUNT_MAX = 20;

export function CommitList({ commits, refs, nowMs }: { commits: LinkedCommit[]; refs: CommitRef[]; nowMs: number }) {
  if (commits.length === 0 && refs.length > 0) {
    return (
      <ul className="text-13">
        {refs.map(({ repository, commit }) => (
          <li key={repository} className="py-1">
            {repository} up to <code className="text-12">{commit.slice(0, 12)}</code>
          </li>
        ))}
      </ul>
    );
  }
  if (commits.length === 0) {
    return (
      <p className="text-13 text-muted">
        No commits. Send them with <code className="text-12">sentry-cli releases set-commits --auto</code>.
      </p>
    );
  }
  return (
    <>
      <Commits commits={commits.slice(0, COMMIT_COUNT_MAX)} nowMs={nowMs} />
      {commits.length > COMMIT_COUNT_MAX ? (
        <details>
          <summary className="cursor-pointer py-2 text-13 text-muted hover:text-ink">
            {plural(commits.length - COMMIT_COUNT_MAX, 'more commit')}
          </summary>
          <Commits commits={commits.slice(COMMIT_COUNT_MAX)} nowMs={nowMs} />
        </details>
      ) : null}
    </>
  );
}

function Commits({ commits, nowMs }: { commits: LinkedCommit[]; nowMs: number }) {
  return (
    <ol>
      {commits.map(({ id, message, authorName, authorEmail, atMs, files, link }, index) => (
        <li key={`${id} ${index}`} className="flex items-baseline gap-3 border-b border-line py-1.5 text-13">
          <span className="shrink-0 text-muted">
            <CommitId id={id} link={link} />
          </span>
          <div className="min-w-0 flex-1">
            <p className="truncate" title={message}>
              {message.split('\n', 1)[0] || 'No message'}
            </p>
            <p className="text-12 text-muted">
              {authorName || authorEmail || 'Unknown author'}
              {files.length > 0 ? `, ${plural(files.length, 'file')}` : ''}
            </p>
          </div>
          {atMs === null ? null : (
            <span className="shrink-0 text-12 text-muted">
              <Time atMs={atMs} nowMs={nowMs} ago />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
