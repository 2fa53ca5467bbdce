import { Share2 } from 'lucide-react';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { ListWalk } from '#explorer/list-walk.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { StatusBadges } from '../issues/status-badges.tsx';
import { StatusButtons } from '#features/issues/status-buttons.tsx';
import { issuesHref, type RawParams } from '#features/issues/search-params.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { RememberPage } from '../recent/remember-page.tsx';
import { ShareButton } from '#features/share/share-button.tsx';
import { runtime } from '#server/runtime.ts';
import type { Target } from '#server/target.ts';
import { runQuery, may } from '#server/viewer.ts';
import { Assign, AssignedTo } from './assign.tsx';
import { BookmarkButton, SeenToggle, PriorityMenu, PriorityNote } from './head-controls.tsx';
import { MoreMenu } from './more-menu.tsx';
import { issuePath } from './event/event-params.ts';
import { readEvent, readIssue } from './read.ts';

type Params = Promise<{ shortId: string; eventId: string }>;

/** The error and its actions. */
export async function IssueHead({ params, search }: { params: Params; search: Promise<RawParams> }) {
  const { shortId } = await params;
  const [{ issue, project, activity, assignee, priority, seen, bookmarked, newestRelease }, assignees] =
    await Promise.all([readIssue(shortId), runQuery((viewer) => runtime().query.assignees(viewer, shortId))]);
  const target = { organizationId: issue.organizationId, id: issue.id };
  const mayChange = await may('changeIssues', project.organization);
  // The short ID of a merged issue redirects to the issue that it was merged into.
  if (/\D/.test(shortId) && shortId.toUpperCase() !== issue.shortId) redirect(`/issues/${issue.shortId}`);
  const regression = issue.substate === 'regressed' ? activity.find(({ kind }) => kind === 'regressed') : null;
  const regressedIn = regression?.kind === 'regressed' ? regression.release : '';
  const title = issue.type || issue.value || 'Event without a message';
  const message = issue.type ? issue.value : '';
  return (
    <header className="flex flex-col gap-3 pt-4 pb-4">
      <RememberPage
        kind="issue"
        href={`/issues/${encodeURIComponent(issue.shortId)}`}
        name={message ? `${title}: ${message}` : title}
        detail={issue.shortId}
      />
      <SeenToggle issue={target} seen={seen} />
      <title>{`${title} · ${issue.shortId} · Seismo`}</title>
      <div className="flex flex-wrap items-center gap-x-4">
        <Crumbs
          crumbs={[
            { name: 'Issues', href: '/issues' },
            { name: project.name, href: issuesHref({ projects: [project.slug] }) },
            { name: issue.shortId },
          ]}
        >
          <CopyButton text={issue.shortId} label="Copy issue ID" />
        </Crumbs>
        <ListWalk thing="issue" path={issuePath(issue.shortId)} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">{title}</h1>
          {message ? <p className="mt-1 line-clamp-4 text-14 [overflow-wrap:anywhere] text-muted">{message}</p> : null}
          <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-muted">
            <Severity level={issue.level} />
            <StatusBadges issue={issue} />
            {regressedIn ? (
              <Link
                href={releaseHref(regressedIn)}
                className="min-w-0 rounded-sm font-mono [overflow-wrap:anywhere] hover:underline"
              >
                in {regressedIn}
              </Link>
            ) : null}
            {mayChange ? (
              <PriorityMenu issue={target} shortId={issue.shortId} priority={priority} />
            ) : (
              <PriorityNote priority={priority} />
            )}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {mayChange ? (
            <>
              <StatusButtons issue={target} shortId={issue.shortId} status={issue.status} release={newestRelease} />
              <Assign issue={target} shortId={issue.shortId} assignee={assignee} assignees={assignees} />
            </>
          ) : (
            <AssignedTo assignee={assignee} />
          )}
          {(await may('createShareLink', project.organization)) ? (
            <Suspense
              fallback={
                <Button disabled>
                  <Share2 size={14} aria-hidden />
                  Share
                </Button>
              }
            >
              <Share issue={target} params={params} search={search} />
            </Suspense>
          ) : null}
          <BookmarkButton issue={target} shortId={issue.shortId} bookmarked={bookmarked} />
          {(await may('deleteIssue', project.organization)) ? (
            <MoreMenu issue={target} shortId={issue.shortId} />
          ) : null}
        </div>
      </div>
    </header>
  );
}

/** Suspends on the event, which the rest of the head does not need. */
async function Share({ issue, params, search }: { issue: Target; params: Params; search: Promise<RawParams> }) {
  const { view } = await readEvent(params, search);
  return view && <ShareButton issue={issue} shortId={view.issueShortId} eventId={view.eventId} />;
}
