import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { ReleaseAdoption } from '#features/releases/release-adoption.tsx';
import { ReleaseHead } from '#features/releases/release-head.tsx';
import { ReleaseIssues } from '#features/releases/release-issues.tsx';
import { ReleaseParts } from '#features/releases/release-parts.tsx';
import { ReleaseVerdict } from '#features/releases/release-verdict.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function ReleasePage({ params, searchParams: search }: PageProps<'/releases/[version]'>) {
  const version = params.then((given) => decodeURIComponent(given.version));
  return (
    <PageMain>
      <PagePart name="The release" loading={<LoadingBlock height={180} />}>
        <ReleaseHead version={version} search={search} />
      </PagePart>
      <PagePart name="The release verdict" loading={<LoadingBlock height={160} />}>
        <ReleaseVerdict version={version} search={search} />
      </PagePart>
      <PagePart name="The adoption of the release" loading={<LoadingBlock height={240} />}>
        <ReleaseAdoption version={version} search={search} />
      </PagePart>
      <PagePart name="The issues of the release" loading={<LoadingBlock height={320} />}>
        <ReleaseIssues version={version} search={search} />
      </PagePart>
      <PagePart name="The release contents" loading={<LoadingBlock height={420} />}>
        <ReleaseParts version={version} search={search} />
      </PagePart>
    </PageMain>
  );
}
