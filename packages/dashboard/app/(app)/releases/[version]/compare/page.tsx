import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
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
      <ErrorBoundary name="The release selection">
        <Suspense fallback={<LoadingBlock height={56} />}>
          <CompareSelector {...props} />
        </Suspense>
      </ErrorBoundary>
      <div className="mt-5">
        <ErrorBoundary name="The comparison">
          <Suspense fallback={<LoadingBlock height={480} />}>
            <CompareSuggestions {...props} />
            <ComparedStats {...props} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <div className="mt-5">
        <ErrorBoundary name="The issues of the two releases">
          <Suspense fallback={<LoadingBlock height={320} />}>
            <ComparedIssues {...props} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <ErrorBoundary name="The commits between the releases">
        <Suspense fallback={<LoadingBlock height={240} />}>
          <ComparedCommits {...props} />
        </Suspense>
      </ErrorBoundary>
    </Page>
  );
}

async function CompareCrumbs({ version: given }: { version: Promise<string> }) {
  const version = await given;
  const release = { name: version, href: releaseHref(version) };
  return <Crumbs crumbs={[{ name: 'Releases', href: '/releases' }, release, { name: 'Compare' }]} />;
}
