import { GroupDetail } from '#features/performance/group-detail.tsx';
import { GroupHead } from '#features/performance/group-head.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { PageMain } from '#shell/page-main.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';

export default function PerformanceGroupPage({ searchParams }: PageProps<'/traces/performance/group'>) {
  return (
    <PageMain wide>
      <PagePart name="The name" loading={<LoadingBlock height={96} />}>
        <GroupHead search={searchParams} />
      </PagePart>
      <PagePart name="The page filters" loading={<LoadingBlock height={32} />}>
        <div className="pb-4">
          <ContextBar page="/traces/performance/group" search={searchParams} />
        </div>
      </PagePart>
      <PagePart name="The measurements" loading={<LoadingBlock height={480} label="Loading measurements" />}>
        <GroupDetail search={searchParams} />
      </PagePart>
    </PageMain>
  );
}
