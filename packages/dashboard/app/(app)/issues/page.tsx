import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { Faceted } from '#explorer/faceted.tsx';
import { titleOf } from '#navigation';
import { Link } from '#ui/link.tsx';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { Page } from '#shell/page.tsx';
import { isSupportOnly } from '#shell/is-support-only.ts';
import { SavedTabs } from '#features/search/saved-tabs.tsx';
import { Filters, IssueFacets } from '#features/issues/filters.tsx';
import { SpikeNotice } from '#features/settings/spike-notice.tsx';
import { viewer } from '#server/viewer.ts';
import { IssueList, IssueState } from '#features/issues/issue-list.tsx';

export const metadata = titleOf('/issues');

/** The support role can only look up error codes. */
async function RedirectSupport() {
  if (isSupportOnly(await viewer())) redirect('/error-codes');
  return null;
}

export default function IssuesPage({ searchParams }: PageProps<'/issues'>) {
  const state = (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <PagePart name="The summary" loading={<LoadingText />}>
        <IssueState search={searchParams} />
      </PagePart>
      <Link
        href="/error-codes"
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        Look up an error code
      </Link>
    </div>
  );
  return (
    <Page wide title="Issues" state={state} bar={<ContextBar page="/issues" search={searchParams} />}>
      <Suspense fallback={null}>
        <RedirectSupport />
        <SpikeNotice />
      </Suspense>
      <PagePart name="The saved searches" loading={<LoadingBlock height={45} />}>
        <SavedTabs search={searchParams} />
      </PagePart>
      <PagePart name="The filters" loading={<LoadingBlock height={32} />}>
        <Filters search={searchParams} />
      </PagePart>
      <Faceted facets={<IssueFacets search={searchParams} />}>
        <PagePart name="The issue list" loading={<LoadingRows rows={12} label="Loading issues" />}>
          <IssueList search={searchParams} />
        </PagePart>
      </Faceted>
    </Page>
  );
}
