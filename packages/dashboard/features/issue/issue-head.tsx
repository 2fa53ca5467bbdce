import { Share2 } from 'lucide-react';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { Suspense, type ReactNode } from 'react';
import { Time } from '#lib/time/time.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { count } from '#ui/count.ts';
import { Severity } from '#ui/severity.tsx';
import { ListWalk } from '#explorer/list-walk.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { AlertedNote } from '#features/alerts/alerted-note.tsx';
import { StatusBadges } from '../issues/status-badges.tsx';
import { StatusButtons } from '#features/issues/status-buttons.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
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
import { SectionMenu } from './section-menu.tsx';

type Params = Promise<{ shortId: string; eventId: string }>;

/** The error and its actions. */
export async function IssueHead({ params, search }: { params: Params; search: Promise<RawParams> }) {
  await connection();
  const { shortId } = await params;
  const nowMs = Date.now();
  const [{ issue, project, assignee, priority, seen, bookmarked, newestRelease }, assignees, alerts] =
    await Promise.all([
      readIssue(shortId),
      runQuery((viewer) => runtime().query.assignees(viewer, shortId)),
      runQuery((viewer) => runtime().query.issueAlerts(viewer, shortId)),
    ]);
  const target = { organizationId: issue.organizationId, id: issue.id };
  const mayChange = await may('changeIssues', project.organization);
  const mayMerge = await may('mergeIssues', project.organization);
  const mayDelete = await may('deleteIssue', project.organization);
  // The short ID of a merged issue redirects to the issue that it was merged into.
  if (/\D/.test(shortId) && shortId.toUpperCase() !== issue.shortId) redirect(`/issues/${issue.shortId}`);
  const title = issue.type || issue.value || 'Event without a message';
  const message = issue.type ? issue.value : '';
  const facts: [string, ReactNode][] = [
    ['Events', count(issue.eventCount)],
    ['Users', count(issue.userCount)],
    ['First seen', <Time key="first" atMs={issue.firstSeenAtMs} nowMs={nowMs} ago />],
    ['Last seen', <Time key="last" atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />],
  ];
  return (
    <>
      <RememberPage
        kind="issue"
        href={`/issues/${encodeURIComponent(issue.shortId)}`}
        name={message ? `${title}: ${message}` : title}
        detail={issue.shortId}
      />
      <SeenToggle issue={target} seen={seen} />
      <title>{`${title} · ${issue.shortId} · Seismo`}</title>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 pt-3">
        <Crumbs
          crumbs={[
            { name: 'Issues', href: '/issues' },
            { name: project.name, href: issuesHref({ projects: [project.slug] }) },
            { name: issue.shortId },
          ]}
        >
          <CopyButton text={issue.shortId} label="Copy issue ID" />
        </Crumbs>
        <div className="ml-auto flex items-center gap-x-3">
          <span className="flex items-center">
            {(await may('createShareLink', project.organization)) ? (
              <Suspense
                fallback={
                  <Button variant="quiet" disabled aria-label="Share" className="px-2!">
                    <Share2 size={15} aria-hidden />
                  </Button>
                }
              >
                <Share issue={target} params={params} search={search} />
              </Suspense>
            ) : null}
            <BookmarkButton issue={target} shortId={issue.shortId} bookmarked={bookmarked} />
            {mayMerge || mayDelete ? (
              <MoreMenu issue={target} shortId={issue.shortId} mayMerge={mayMerge} mayDelete={mayDelete} />
            ) : null}
          </span>
          <ListWalk thing="issue" path={issuePath(issue.shortId)} />
        </div>
      </div>
      <div className="sticky-head gap-x-3 md:sticky md:top-0 md:z-20 md:flex md:h-14 md:items-center md:bg-paper max-md:contents">
        <h1
          title={title}
          className="min-w-0 text-16 leading-5 [overflow-wrap:anywhere] max-md:mt-1 md:line-clamp-2 md:shrink"
        >
          {title}
        </h1>
        <div className="flex shrink-0 flex-wrap items-center gap-1.5 max-md:mt-1.5">
          <Severity level={issue.level} />
          <StatusBadges issue={issue} />
        </div>
        <div className="sticky-head flex shrink-0 items-center gap-1.5 bg-paper max-md:sticky max-md:top-0 max-md:z-20 max-md:py-2 md:ml-auto">
          {mayChange ? (
            <>
              <StatusButtons issue={target} shortId={issue.shortId} status={issue.status} release={newestRelease} />
              <Assign issue={target} shortId={issue.shortId} assignee={assignee} assignees={assignees} />
            </>
          ) : (
            <AssignedTo assignee={assignee} />
          )}
          <SectionMenu />
        </div>
      </div>
      {message ? <p className="line-clamp-4 text-14 [overflow-wrap:anywhere] text-muted">{message}</p> : null}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-muted">
        <dl aria-label="Summary" className="contents">
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-1">
              <dt>{name}</dt>
              <dd className="font-semibold text-ink">{value}</dd>
            </div>
          ))}
        </dl>
        {mayChange ? (
          <PriorityMenu issue={target} shortId={issue.shortId} priority={priority} />
        ) : (
          <PriorityNote priority={priority} />
        )}
        <AlertedNote alerts={alerts} nowMs={nowMs} />
      </div>
    </>
  );
}

/** Suspends on the event, which the rest of the head does not need. */
async function Share({ issue, params, search }: { issue: Target; params: Params; search: Promise<RawParams> }) {
  const { view } = await readEvent(params, search);
  return view && <ShareButton issue={issue} shortId={view.issueShortId} eventId={view.eventId} />;
}
