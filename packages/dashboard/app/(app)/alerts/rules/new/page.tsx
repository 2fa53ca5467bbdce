import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NewAlertRule } from '#features/alerts/rule-page.tsx';
import { alertsHref } from '#features/alerts/search-params.ts';
import { Crumbs } from '#shell/crumbs.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';

export const metadata: Metadata = { title: 'New alert rule' };

export default function NewAlertRulePage({ searchParams }: PageProps<'/alerts/rules/new'>) {
  return (
    <Page
      title="New alert rule"
      state="A rule sends a message when issues change, a release has a verdict or a metric crosses a threshold."
      crumbs={
        <Crumbs
          crumbs={[
            { name: 'Alerts', href: '/alerts' },
            { name: 'Rules', href: alertsHref({ view: 'rules' }) },
            { name: 'New rule' },
          ]}
        />
      }
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The form" loading={<LoadingBlock height={640} label="Loading the form" />}>
        <NewAlertRule search={searchParams} />
      </PagePart>
    </Page>
  );
}
