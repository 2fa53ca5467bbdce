import { connection } from 'next/server';
import { PagePart } from '#ui/states/page-part.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { eventsHref } from '#features/events/search-params.ts';
import { termOf } from '#features/search/term.ts';
import { RemovedContent } from '#features/events/removed-content.tsx';
import { RelatedErrors } from '../../error-codes/related-errors.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ComponentTree } from '../stack/component-tree.tsx';
import { EventDetails } from './event-details.tsx';
import { readEventText } from './event-id.ts';
import { EventOverview } from './event-overview.tsx';
import { EventNav } from './event-nav.tsx';
import { isPartOfTag } from './event-facts.ts';
import { HydrationDiff } from '../stack/hydration-diff.tsx';
import { NextSection } from './next-section.tsx';
import { readEvent, readIssue, readNeighbors } from '../read.ts';
import { StackSection } from '../stack/stack-section.tsx';

interface Props {
  params: Promise<{ shortId: string; eventId: string }>;
  search: Promise<RawParams>;
}

/** One event of the issue, in full. */
export async function EventSection({ params, search }: Props) {
  await connection();
  const [{ view, urlState }, { issue, project }] = await Promise.all([
    readEvent(params, search),
    params.then(({ shortId }) => readIssue(shortId)),
  ]);
  if (!view)
    return (
      <RemovedContent
        shortId={issue.shortId}
        project={project.slug}
        isOne={readEventText((await params).eventId) !== null}
      />
    );
  // Loads in parallel, so that the event need not wait for it.
  const neighbors = readNeighbors({ urlState, view });
  const { event } = view.stored;
  const crumbs = event.breadcrumbs?.values ?? [];
  const tags = Object.entries(event.tags).filter(([key]) => !isPartOfTag(key, event.tags));
  // React hides server errors from the browser, so the server event comes first.
  const isDigestOnly = view.stored.grouping.method === 'digest';
  const relatedErrors = (
    <PagePart name="Related errors">
      <RelatedErrors view={view} />
    </PagePart>
  );
  return (
    <>
      <EventNav view={view} urlState={urlState} neighbors={neighbors} nowMs={Date.now()} />
      <div className="-mt-px">
        {isDigestOnly ? relatedErrors : null}
        <StackSection view={view} stack={urlState} issue={issue} />
        <EventOverview event={event} />
        <HydrationDiff event={event} />
        <ComponentTree event={event} />
        <NextSection event={event} />
        {isDigestOnly ? null : relatedErrors}
        {tags.length > 0 ? (
          <Section title="Tags">
            <ul className="flex flex-wrap gap-1.5">
              {tags.map(([key, value]) => (
                <li key={key} className="max-w-full overflow-hidden rounded-sm border border-line text-12">
                  <Link href={eventsHref(view.issueShortId, { query: termOf(key, value) })} className="group flex">
                    <span className="max-w-48 shrink-0 bg-sunken px-1.5 py-0.5 [overflow-wrap:anywhere] text-muted">
                      {key}
                    </span>
                    <span className="min-w-0 px-1.5 py-0.5 [overflow-wrap:anywhere] group-hover:underline">
                      {value}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        {crumbs.length > 0 ? (
          <Breadcrumbs key={view.eventId} crumbs={crumbs} errorAtMs={event.timestamp * 1000} />
        ) : null}
        <EventDetails view={view} neighbors={neighbors} project={project.slug} />
      </div>
    </>
  );
}
