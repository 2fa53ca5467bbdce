import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { TraceDetail } from '#features/traces/trace-detail.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function TracePage({ params, searchParams }: PageProps<'/traces/[traceId]'>) {
  return (
    <PageMain wide>
      <PagePart name="The trace" loading={<LoadingBlock height={480} label="Loading the trace" />}>
        <TraceDetail params={params} search={searchParams} />
      </PagePart>
    </PageMain>
  );
}
