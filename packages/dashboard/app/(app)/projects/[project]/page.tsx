import { PagePart } from '#ui/states/page-part.tsx';
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
      <PagePart name="The project" loading={<LoadingBlock height={132} />}>
        <HomeHead {...props} />
      </PagePart>
      <PagePart name="The charts" loading={<LoadingBlock height={216} />}>
        <HomeTrends {...props} />
      </PagePart>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="min-w-0">
          <PagePart name="The new issues" loading={<LoadingRows rows={5} height={52} label="Loading new issues" />}>
            <ShortIssues kind="new" {...props} />
          </PagePart>
          <PagePart
            name="The rising issues"
            loading={<LoadingRows rows={5} height={52} label="Loading rising issues" />}
          >
            <ShortIssues kind="rising" {...props} />
          </PagePart>
        </div>
        <div className="min-w-0">
          <PagePart name="The latest release" loading={<LoadingBlock height={240} />}>
            <ReleaseHealth {...props} />
          </PagePart>
          <PagePart name="The setup checklist" loading={<LoadingBlock height={240} />}>
            <SetUpList {...props} />
          </PagePart>
        </div>
      </div>
    </PageMain>
  );
}
