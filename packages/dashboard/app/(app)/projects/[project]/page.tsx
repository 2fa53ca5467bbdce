import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { HomeTrends } from '#features/home/trends.tsx';
import { HomeHead } from '#features/home/home-head.tsx';
import { SetUpList } from '#features/home/set-up-list.tsx';
import { ShortIssues } from '#features/home/short-issues.tsx';
import { ReleaseHealth } from '#features/home/release-health.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function ProjectPage({ params, searchParams: search }: PageProps<'/projects/[project]'>) {
  const props = { params, search };
  return (
    <PageMain>
      <LiveRefresh label="Updates" />
      <ErrorBoundary name="The project">
        <Suspense fallback={<LoadingBlock height={132} />}>
          <HomeHead {...props} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The charts">
        <Suspense fallback={<LoadingBlock height={216} />}>
          <HomeTrends {...props} />
        </Suspense>
      </ErrorBoundary>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="min-w-0">
          <ErrorBoundary name="The new issues">
            <Suspense fallback={<LoadingRows rows={5} height={52} label="Loading new issues" />}>
              <ShortIssues kind="new" {...props} />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary name="The rising issues">
            <Suspense fallback={<LoadingRows rows={5} height={52} label="Loading rising issues" />}>
              <ShortIssues kind="rising" {...props} />
            </Suspense>
          </ErrorBoundary>
        </div>
        <div className="min-w-0">
          <ErrorBoundary name="The latest release">
            <Suspense fallback={<LoadingBlock height={240} />}>
              <ReleaseHealth {...props} />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary name="The setup checklist">
            <Suspense fallback={<LoadingBlock height={240} />}>
              <SetUpList {...props} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </PageMain>
  );
}
