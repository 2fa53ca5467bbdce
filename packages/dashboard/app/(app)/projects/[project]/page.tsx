import { Suspense } from 'react';
import { Contained } from '#ui/states/failure.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { HomeFigures } from '#features/home/figures.tsx';
import { HomeHead } from '#features/home/home-head.tsx';
import { SetUpList } from '#features/home/set-up-list.tsx';
import { ShortIssues } from '#features/home/short-issues.tsx';
import { HomeVerdict } from '#features/home/verdict.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function ProjectPage({ params, searchParams: search }: PageProps<'/projects/[project]'>) {
  const place = { params, search };
  return (
    <PageMain>
      <LiveRefresh what="Updates" />
      <Contained what="The project">
        <Suspense fallback={<LoadingBlock height={132} />}>
          <HomeHead {...place} />
        </Suspense>
      </Contained>
      <Contained what="The figures">
        <Suspense fallback={<LoadingBlock height={216} />}>
          <HomeFigures {...place} />
        </Suspense>
      </Contained>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="min-w-0">
          <Contained what="The new issues">
            <Suspense fallback={<LoadingRows rows={5} height={52} label="Loading new issues" />}>
              <ShortIssues kind="new" {...place} />
            </Suspense>
          </Contained>
          <Contained what="The rising issues">
            <Suspense fallback={<LoadingRows rows={5} height={52} label="Loading rising issues" />}>
              <ShortIssues kind="rising" {...place} />
            </Suspense>
          </Contained>
        </div>
        <div className="min-w-0">
          <Contained what="The newest release">
            <Suspense fallback={<LoadingBlock height={240} />}>
              <HomeVerdict {...place} />
            </Suspense>
          </Contained>
          <Contained what="The set-up">
            <Suspense fallback={<LoadingBlock height={240} />}>
              <SetUpList {...place} />
            </Suspense>
          </Contained>
        </div>
      </div>
    </PageMain>
  );
}
