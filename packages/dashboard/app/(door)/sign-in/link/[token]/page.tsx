import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ActionForm } from '#components/ui/action-form.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { signInByLink } from '#features/door/actions.ts';

export const metadata: Metadata = { title: 'Sign in by link', referrer: 'no-referrer' };

export default function SignInByLinkPage({ params }: PageProps<'/sign-in/link/[token]'>) {
  return (
    <>
      <h1 className="text-20">Continue to Seismo</h1>
      <p className="text-14 text-muted">This link works once. It is used up when you continue.</p>
      <Suspense fallback={<LoadingBlock height={36} />}>
        <Continue params={params} />
      </Suspense>
    </>
  );
}

async function Continue({ params }: { params: PageProps<'/sign-in/link/[token]'>['params'] }) {
  const { token } = await params;
  return <ActionForm action={signInByLink.bind(null, token)} submit="Continue" />;
}
