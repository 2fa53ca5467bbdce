import type { FeedbackDetail as Detail } from '@seismo/server';
import { connection } from 'next/server';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Link } from '#ui/link.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { ListWalk } from '#explorer/list-walk.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { releaseHref } from '#features/releases/search-params.ts';
import { readProject } from '#features/home/read.ts';
import { may, organizationId } from '#server/viewer.ts';
import { FeedbackStatusButtons } from './status-buttons.tsx';
import { traceHref } from '#features/traces/search-params.ts';
import { readFeedback } from './read.ts';
import { Screenshots } from './screenshots.tsx';
import { feedbackHref, statusNames } from './search-params.ts';
import { pageOf, authorName } from './author.ts';

/** One feedback: the message first, then its author, page and issue. */
export async function FeedbackDetail({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  const feedback = await readFeedback((await params).id);
  const { id, status, message, email, project, atMs, statusBy, statusAtMs, tags } = feedback;
  const nowMs = Date.now();
  const author = authorName(feedback);
  // `Safari 26.1` repeats `Safari`.
  const isRedundant = (key: string) => /\.(name|family)$/.test(key) && Object.hasOwn(tags, key.replace(/\.\w+$/, ''));
  const visibleTags = Object.entries(tags).filter(([key]) => !isRedundant(key));
  return (
    <>
      <title>{`${author} · Feedback · Seismo`}</title>
      <header className="flex flex-col gap-3 pt-4 pb-4">
        <div className="flex flex-wrap items-center gap-x-4">
          <Crumbs
            crumbs={[
              { name: 'Feedback', href: '/feedback' },
              { name: project.name, href: feedbackHref({ projects: [project.slug] }) },
              { name: author },
            ]}
          />
          <ListWalk thing="feedback" path={`/feedback/${id}`} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">{author}</h1>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-muted">
              {email ? <Email email={email} /> : <span>no email address</span>}
              <Time atMs={atMs} nowMs={nowMs} ago />
              {status === 'open' ? null : (
                <>
                  <Badge tone={status === 'done' ? 'good' : 'plain'}>{statusNames[status]}</Badge>
                  {statusAtMs === null ? null : (
                    <span>
                      {statusBy === null ? null : `${statusBy}, `}
                      <Time atMs={statusAtMs} nowMs={nowMs} ago />
                    </span>
                  )}
                </>
              )}
            </div>
          </div>
          {(await may('changeFeedback', (await readProject(project.slug)).organization)) ? (
            <FeedbackStatusButtons organizationId={await organizationId()} id={id} status={status} author={author} />
          ) : null}
        </div>
      </header>
      <p className="max-w-[72ch] rounded-md border border-line bg-surface px-4 py-3.5 text-16 leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap">
        {message}
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-2">
        <Section title="Details">
          <Definitions entries={aboutOf(feedback)} />
        </Section>
        {visibleTags.length > 0 ? (
          <Section title="Tags">
            <Definitions entries={visibleTags} />
          </Section>
        ) : null}
      </div>
      <Screenshots organizationId={await organizationId()} feedback={feedback} />
    </>
  );
}

/** Only text in the form of an address becomes a link, because it is from the sender. */
function Email({ email }: { email: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {/^[^\s@<>"',;:?&/]+@[^\s@<>"',;:?&/]+\.[a-z]{2,}$/i.test(email) ? (
        <a href={`mailto:${email}`} className="min-w-0 rounded-sm [overflow-wrap:anywhere] text-accent hover:underline">
          {email}
        </a>
      ) : (
        <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
      )}
      <CopyButton text={email} label="Copy email address" />
    </span>
  );
}

function aboutOf(feedback: Detail): [string, React.ReactNode][] {
  const { issue, eventId, eventIsStored, url, digest, release, environment, userKey, source, traceId, atMs } = feedback;
  const page = pageOf(url);
  const link = 'rounded-sm text-accent hover:underline';
  const rows: [string, React.ReactNode][] = [
    [
      'Issue',
      issue ? (
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0 pt-0.5">
            <Severity level={issue.level} compact />
          </span>
          <Link href={`/issues/${encodeURIComponent(issue.shortId)}`} className={`min-w-0 ${link}`}>
            {issue.shortId} {issue.title}
          </Link>
        </span>
      ) : (
        <span className="text-muted">None</span>
      ),
    ],
  ];
  if (eventId !== null) {
    rows.push([
      'Event',
      issue && eventIsStored ? (
        <Link href={`/issues/${encodeURIComponent(issue.shortId)}/events/${eventId}`} className={`font-mono ${link}`}>
          {eventId}
        </Link>
      ) : (
        <span className="text-muted">
          <code>{eventId}</code> (not received)
        </span>
      ),
    ]);
  }
  if (url) {
    rows.push([
      'Page',
      page ? (
        <a href={page.href} target="_blank" rel="noopener noreferrer nofollow" className={link}>
          {url}
        </a>
      ) : (
        url
      ),
    ]);
  }
  if (digest) {
    rows.push([
      'Error code',
      <Link key="code" href={`/error-codes/${encodeURIComponent(digest)}`} className={`font-mono ${link}`}>
        {digest}
      </Link>,
    ]);
  }
  rows.push(['Submitted', <ExactTime key="at" atMs={atMs} wraps />]);
  if (release) {
    rows.push([
      'Release',
      <Link key="release" href={releaseHref(release)} className={link}>
        {release}
      </Link>,
    ]);
  }
  if (environment) rows.push(['Environment', environment]);
  if (userKey) rows.push(['User', userKey]);
  if (traceId) {
    rows.push([
      'Trace',
      <Link key="trace" href={traceHref(traceId)} className={`font-mono text-12 ${link}`}>
        {traceId}
      </Link>,
    ]);
  }
  rows.push(['Source', sourceNames[source] ?? source]);
  return rows;
}

const sourceNames: Record<string, string> = {
  widget: 'Feedback widget',
  api: 'Application',
  error_page: 'Error page',
  user_report: 'Application (older SDK)',
};
