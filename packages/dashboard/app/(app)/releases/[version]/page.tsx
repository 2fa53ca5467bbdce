import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { ReleaseAdoption } from '#features/releases/release-adoption.tsx';
import { ReleaseHead } from '#features/releases/release-head.tsx';
import { ReleaseIssues } from '#features/releases/release-issues.tsx';
import { ReleaseParts } from '#features/releases/release-parts.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function ReleasePage({ params, searchParams: search }: PageProps<'/releases/[version]'>) {
  const version = params.then((given) => decodeURIComponent(given.version));
  return (
    <PageMain>
      <ErrorBoundary name="The release">
        <Suspense fallback={<LoadingBlock height={180} />}>
          <ReleaseHead version={version} search={search} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The adoption of the release">
        <Suspense fallback={<LoadingBlock height={240} />}>
          <ReleaseAdoption version={version} search={search} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The issues of the release">
        <Suspense fallback={<LoadingBlock height={320} />}>
          <ReleaseIssues version={version} search={search} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary name="The release contents">
        <Suspense fallback={<LoadingBlock height={420} />}>
          <ReleaseParts version={version} search={search} />
        </Suspense>
      </ErrorBoundary>
    </PageMain>
  );
}
