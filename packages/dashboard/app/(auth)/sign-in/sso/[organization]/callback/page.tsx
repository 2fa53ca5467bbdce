import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { SignOnReturn } from '#features/auth/sign-on-return.tsx';

export const metadata: Metadata = { title: 'Signing in', referrer: 'no-referrer' };

type Params = PageProps<'/sign-in/sso/[organization]/callback'>['params'];

export default function SignOnReturnPage({ params }: { params: Params }) {
  return (
    <Suspense fallback={<LoadingBlock height={120} />}>
      <Return params={params} />
    </Suspense>
  );
}

async function Return({ params }: { params: Params }) {
  return <SignOnReturn organizationId={Number((await params).organization)} />;
}
