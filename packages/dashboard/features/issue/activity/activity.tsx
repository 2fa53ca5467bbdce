import type { ActivityView, Archive, Resolution } from '@seismo/server';
import { connection } from 'next/server';
import { Fragment, type ReactNode } from 'react';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { may } from '#server/viewer.ts';
import { UndoButton } from '#features/grouping/regroup-buttons.tsx';
import { durationText } from '../../issues/archive-option.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { Comment, CommentForm } from './comment.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { readIssue } from '../read.ts';

/** Changes and comments on the issue, newest first. */
export async function ActivityList({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { activity, issue, project } = await readIssue((await params).shortId);
  const mayComment = await may('addComment', project.organization);
  const undoIn = (await may('undoRegroup', project.organization)) ? issue.organizationId : null;
  const target = { organizationId: issue.organizationId, id: issue.id };
  const nowMs = Date.now();
  return (
    <>
      {mayComment ? <CommentForm issue={target} shortId={issue.shortId} /> : null}
      <ol className="not-first:mt-3 flex flex-col gap-2.5 text-13">
        {activity
          .toSorted((one, other) => other.atMs - one.atMs || other.id - one.id)
          .map((entry) => (
            <li key={entry.id}>
              {entry.kind === 'comment' ? (
                <Comment
                  issue={target}
                  id={entry.id}
                  text={entry.text}
                  mine={entry.mine && mayComment}
                  head={
                    <>
                      <b className="font-medium text-ink">{entry.by ?? 'Former member'}</b>{' '}
                      <Time atMs={entry.atMs} nowMs={nowMs} ago />
                      {entry.editedAtMs === null ? null : ', edited'}
                    </>
                  }
                >
                  <MarkdownText text={entry.text} mentions={entry.mentions?.map(({ name }) => name)} />
                </Comment>
              ) : (
                <div className="flex justify-between gap-3">
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {activityText(
                      entry,
                      (release) => (
                        <Release release={release} />
                      ),
                      undoIn,
                    )}
                    {entry.by ? <span className="text-muted"> by {entry.by}</span> : null}
                  </span>
                  <span className="shrink-0 text-12 text-muted">
                    <Time atMs={entry.atMs} nowMs={nowMs} ago />
                  </span>
                </div>
              )}
            </li>
          ))}
      </ol>
    </>
  );
}

function Release({ release }: { release: string }) {
  return (
    <Link href={releaseHref(release)} className="rounded-sm font-mono text-12 hover:underline">
      {release}
    </Link>
  );
}

type Linked = (release: string) => ReactNode;

/** Nouns for undone operations; other undone actions list the changes, such as `resolved, assigned`. */
const operationNames: Record<string, string> = {
  merge: 'Merge',
  split: 'Split',
  regroup: 'Regrouping',
  'regroup-by-source-map': 'Regrouping',
};

/** An activity with its change and reason. */
function activityText(entry: ActivityView, link: Linked, undoIn: number | null): ReactNode {
  const undo = (id: string, what: string) =>
    undoIn === null ? null : <UndoButton organizationId={undoIn} id={id} what={what} />;
  switch (entry.kind) {
    case 'first-seen':
      return 'First seen';
    case 'resolved':
      return <>Resolved{resolvedHow(entry.resolution, entry.commitLink, link)}</>;
    case 'archived':
      return <>Archived {archivedUntil(entry.archive)}</>;
    case 'unresolved':
      return entry.from === 'archived' ? 'Unarchived' : 'Reopened';
    case 'unarchived':
      return <>Unarchived automatically (archived {archivedUntil(entry.archive)})</>;
    case 'regressed':
      return (
        <>
          Regressed after it was resolved
          {resolvedHow(entry.resolution, entry.commitLink, link)}
          {entry.release === '' ? null : <>, seen in {link(entry.release)}</>}
        </>
      );
    case 'escalating':
      return `Escalating: ${plural(entry.events, 'event')} in ${entry.per === 'hour' ? 'an hour' : '24 hours'}, above the threshold of ${count(entry.threshold)}`;
    case 'ongoing':
      return `Changed from ${entry.from} to ongoing after a week`;
    case 'assigned':
      return (
        <>
          Assigned to {entry.names.to ?? 'a former member'}
          {entry.rule === null ? null : (
            <>
              {' '}
              by rule <code className="text-12">{entry.rule}</code>
            </>
          )}
        </>
      );
    case 'unassigned':
      return `Unassigned ${entry.names.from ?? 'a former member'}`;
    case 'priority':
      return entry.to === null ? 'Priority set to automatic' : `Priority set to ${entry.to}`;
    case 'merged':
      return (
        <>
          Merged {entry.from.map(({ shortId }) => shortId).join(', ')} into this issue
          {entry.digest ? <> by digest {entry.digest}</> : null} {undo(entry.regroupId, 'merge')}
        </>
      );
    case 'merged-away':
      return (
        <>
          Merged into <IssueLink shortId={entry.into.shortId} />
          {entry.digest ? <> by digest {entry.digest}</> : null}
        </>
      );
    case 'split':
      return (
        <>
          Split {splitWhat(entry)} into <IssueLink shortId={entry.into.shortId} /> {undo(entry.regroupId, 'split')}
        </>
      );
    case 'split-off':
      return (
        <>
          Split {splitWhat(entry)} from <IssueLink shortId={entry.from.shortId} /> {undo(entry.regroupId, 'split')}
        </>
      );
    case 'regrouped-to':
      return (
        <>
          Regrouped {plural(entry.events, 'event')} by source maps
          {entry.into.length > 0 ? ', partly into ' : null}
          {entry.into.map(({ shortId }, index) => (
            <Fragment key={shortId}>
              {index > 0 ? ', ' : null}
              <IssueLink shortId={shortId} />
            </Fragment>
          ))}{' '}
          {undo(entry.regroupId, 'regroup')}
        </>
      );
    case 'regrouped-from':
      return (
        <>
          {plural(entry.events, 'event')} moved here from <IssueLink shortId={entry.from.shortId} /> by source maps{' '}
          {undo(entry.regroupId, 'regroup')}
        </>
      );
    case 'undone':
      return operationNames[entry.action] ? `${operationNames[entry.action]} undone` : `Change undone: ${entry.action}`;
    case 'comment':
      return entry.text;
  }
}

function IssueLink({ shortId }: { shortId: string }) {
  return (
    <Link
      href={`/issues/${shortId}`}
      className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
    >
      {shortId}
    </Link>
  );
}

function splitWhat({ hashes, events }: { hashes: number; events: number }): string {
  return events > 0 ? plural(events, 'event') : plural(hashes, 'group');
}

function resolvedHow(resolution: Resolution, commitLink: string | null, link: Linked): ReactNode {
  if (resolution.how === 'next-release') return <> in the release after {link(resolution.after)}</>;
  if (resolution.how === 'commit') {
    return (
      <>
        {' '}
        in commit{' '}
        {commitLink === null ? (
          <code className="text-12">{resolution.commit.slice(0, 7)}</code>
        ) : (
          <a
            href={commitLink}
            target="_blank"
            rel="noreferrer noopener"
            className="rounded-sm font-mono text-12 text-accent underline underline-offset-2"
          >
            {resolution.commit.slice(0, 7)}
          </a>
        )}
        {resolution.release === null ? null : <> (released in {link(resolution.release)})</>}
      </>
    );
  }
  return resolution.how === 'release' ? <> in {link(resolution.release)}</> : null;
}

function archivedUntil(archive: Archive): ReactNode {
  switch (archive.until) {
    case 'forever':
      return 'forever';
    case 'time':
      return (
        <>
          until <ExactTime atMs={archive.untilMs} to="minute" />
        </>
      );
    case 'events':
      return `until ${plural(archive.more, 'more event')}`;
    case 'event-rate':
      return `until ${plural(archive.more, 'event')} within ${durationText(archive.windowMs)}`;
    case 'users':
      return `until ${plural(archive.more, 'more user')}`;
    case 'user-rate':
      return `until ${plural(archive.more, 'user')} within ${durationText(archive.windowMs)}`;
    case 'escalating':
      return `until it escalates (more than ${plural(archive.perHour, 'event')} per hour or ${count(archive.perDay)} per day)`;
  }
}
