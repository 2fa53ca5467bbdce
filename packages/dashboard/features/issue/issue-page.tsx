import type { ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { IssueFeedback } from '#features/feedback/issue-feedback.tsx';
import { SampleNote } from '#features/events/sample-note.tsx';
import { RegroupSuggestion } from '../grouping/regroup-suggestion.tsx';
import { SimilarIssues } from '#features/grouping/similar-issues.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { PageMain } from '#shell/page-main.tsx';
import { ActivityList } from './activity/activity.tsx';
import { SuspectCommits } from './suspect-commits.tsx';
import { EventSection } from './event/event-section.tsx';
import { Environments, Notifications, Releases, TagDistribution } from './issue-aside.tsx';
import { IssueHead } from './issue-head.tsx';
import { OverRepresented } from './over-represented.tsx';
import { Frequency } from './frequency.tsx';
import { readEvent } from './read.ts';

interface Props {
  params: Promise<{ shortId: string; eventId: string }>;
  search: Promise<RawParams>;
}

/** The page of an issue, showing one of its events. */
export function IssuePage({ params, search }: Props) {
  // Preload: the event is most of the page. The component that renders it handles the error.
  readEvent(params, search).catch(() => {});
  return (
    <PageMain>
      <LiveRefresh label="New events" />
      <PagePart name="The issue" loading={<LoadingBlock height={124} label="Loading the issue" />}>
        <IssueHead params={params} search={search} />
      </PagePart>
      <PagePart name="The regrouping suggestion">
        <RegroupSuggestion params={params} />
      </PagePart>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,1fr)_280px] xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <PagePart name="The event" loading={<LoadingRows rows={10} height={36} label="Loading the event" />}>
            <EventSection params={params} search={search} />
          </PagePart>
        </div>
        <aside aria-label="Issue details" className="flex flex-col">
          <PagePart name="The event chart" loading={<LoadingBlock height={172} />}>
            <Frequency params={params} search={search} />
          </PagePart>
          <PagePart name="User feedback">
            <IssueFeedback params={params} />
          </PagePart>
          <Panel title="Releases">
            <Releases params={params} />
            <SuspectCommits params={params} />
          </Panel>
          <Panel title="Activity">
            <ActivityList params={params} />
          </Panel>
          <Panel title="Notifications">
            <Notifications params={params} />
          </Panel>
          <Panel title="Similar issues">
            <SimilarIssues params={params} />
          </Panel>
          <Panel title="Environments">
            <Environments params={params} />
          </Panel>
          <Panel title="Tag distribution">
            <SampleNote params={params} of="tags of" />
            <OverRepresented params={params} />
            <TagDistribution params={params} />
          </Panel>
        </aside>
      </div>
    </PageMain>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="scroll-mt-16 border-line py-4 not-first:border-t max-lg:border-t">
      <h2 className="mb-2.5 text-14">{title}</h2>
      <PagePart name={title} loading={<LoadingBlock height={80} />}>
        {children}
      </PagePart>
    </section>
  );
}
