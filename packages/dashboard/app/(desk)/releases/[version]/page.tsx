import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { ReleaseHead } from '#features/releases/release-head.tsx';
import { ReleaseParts } from '#features/releases/release-parts.tsx';

export default function ReleasePage({ params }: PageProps<'/releases/[version]'>) {
  const version = params.then((given) => decodeURIComponent(given.version));
  return (
    <main
      tabIndex={-1}
      className="mx-auto w-full max-w-[1440px] min-w-0 flex-1 px-4 pb-24 outline-none md:px-6 md:pb-12"
    >
      <Contained what="The release">
        <Suspense fallback={<LoadingBlock height={180} />}>
          <ReleaseHead version={version} />
        </Suspense>
      </Contained>
      <Contained what="What is in the release">
        <Suspense fallback={<LoadingBlock height={420} />}>
          <ReleaseParts version={version} />
        </Suspense>
      </Contained>
    </main>
  );
}
