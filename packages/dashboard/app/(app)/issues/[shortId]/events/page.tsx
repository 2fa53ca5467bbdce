import { Suspense } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { EventFacets, EventsHead, EventsSearch, EventsTable } from '#features/events/events-of-issue.tsx';
import { SampleNote } from '#features/events/sample-note.tsx';
import { Faceted } from '#explorer/faceted.tsx';
import { Page } from '#shell/page.tsx';

/** All events of an issue, found with the same search as issues are. */
export default function EventsPage({ params, searchParams }: PageProps<'/issues/[shortId]/events'>) {
  const head = (
    <Suspense fallback={<LoadingText />}>
      <EventsHead params={params} />
    </Suspense>
  );
  return (
    <Page wide title="Events" crumbs={head}>
      <PagePart name="The search" loading={<LoadingBlock height={32} />}>
        <EventsSearch params={params} search={searchParams} />
      </PagePart>
      <Faceted facets={<EventFacets params={params} search={searchParams} />}>
        <PagePart name="The sample note">
          <SampleNote params={params} of="this list has" />
        </PagePart>
        <PagePart name="The event list" loading={<LoadingRows rows={12} height={57} label="Loading events" />}>
          <EventsTable params={params} search={searchParams} />
        </PagePart>
      </Faceted>
    </Page>
  );
}
