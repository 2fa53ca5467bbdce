import { Suspense } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingText } from '#ui/states/loading.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Page } from '#shell/page.tsx';
import { releaseHref } from '#features/releases/search-params.ts';
import { CompareSelector, CompareSuggestions } from '#features/releases/compare.tsx';
import { ComparedStats } from '#features/releases/compared-stats.tsx';
import { ComparedCommits, ComparedIssues } from '#features/releases/compared-issues.tsx';

export default function ComparePage({ params, searchParams: search }: PageProps<'/releases/[version]/compare'>) {
  const props = { version: params.then((given) => decodeURIComponent(given.version)), search };
  return (
    <Page
      title="Compare releases"
      state="Two versions side by side, over the last 90 days."
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <CompareCrumbs version={props.version} />
        </Suspense>
      }
    >
      <PagePart name="The release selection" loading={<LoadingBlock height={56} />}>
        <CompareSelector {...props} />
      </PagePart>
      <div className="mt-5">
        <PagePart name="The comparison" loading={<LoadingBlock height={480} />}>
          <CompareSuggestions {...props} />
          <ComparedStats {...props} />
        </PagePart>
      </div>
      <div className="mt-5">
        <PagePart name="The issues of the two releases" loading={<LoadingBlock height={320} />}>
          <ComparedIssues {...props} />
        </PagePart>
      </div>
      <PagePart name="The commits between the releases" loading={<LoadingBlock height={240} />}>
        <ComparedCommits {...props} />
      </PagePart>
    </Page>
  );
}

async function CompareCrumbs({ version: given }: { version: Promise<string> }) {
  const version = await given;
  const release = { name: version, href: releaseHref(version) };
  return <Crumbs crumbs={[{ name: 'Releases', href: '/releases' }, release, { name: 'Compare' }]} />;
}
