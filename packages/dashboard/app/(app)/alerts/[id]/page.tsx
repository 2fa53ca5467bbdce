import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { AlertDetail } from '#features/alerts/alert-detail.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function AlertPage({ params }: PageProps<'/alerts/[id]'>) {
  return (
    <PageMain>
      <PagePart name="The alert" loading={<LoadingBlock height={360} label="Loading the alert" />}>
        <AlertDetail params={params} />
      </PagePart>
    </PageMain>
  );
}
