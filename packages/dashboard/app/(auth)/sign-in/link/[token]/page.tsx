import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Link } from '#ui/link.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { signInByLink } from '#features/auth/actions.ts';

export const metadata: Metadata = { title: 'Sign in with a link', referrer: 'no-referrer' };

export default function SignInByLinkPage({ params }: PageProps<'/sign-in/link/[token]'>) {
  return (
    <>
      <h1 className="text-20">Continue to Seismo</h1>
      <p className="text-14 text-muted">This link works once. It expires when you continue.</p>
      <Suspense fallback={<LoadingBlock height={36} />}>
        <Continue params={params} />
      </Suspense>
      <Link href="/sign-in" className="self-start text-13 text-muted underline underline-offset-2">
        Sign in another way
      </Link>
    </>
  );
}

async function Continue({ params }: { params: PageProps<'/sign-in/link/[token]'>['params'] }) {
  const { token } = await params;
  return <ActionForm action={signInByLink.bind(null, token)} submit="Continue" />;
}
