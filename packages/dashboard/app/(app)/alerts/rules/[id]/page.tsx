import { AlertRule } from '#features/alerts/rule-page.tsx';
import { PageMain } from '#shell/page-main.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';

export default function AlertRulePage({ params }: PageProps<'/alerts/rules/[id]'>) {
  return (
    <PageMain>
      <PagePart name="The alert rule" loading={<LoadingBlock height={640} label="Loading the alert rule" />}>
        <AlertRule params={params} />
      </PagePart>
    </PageMain>
  );
}
