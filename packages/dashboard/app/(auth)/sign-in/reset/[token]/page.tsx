import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { PasswordReset } from '#features/auth/password-reset.tsx';

export const metadata: Metadata = { title: 'Set new password', referrer: 'no-referrer' };

export default function PasswordResetPage({ params }: PageProps<'/sign-in/reset/[token]'>) {
  return (
    <Suspense fallback={<LoadingBlock height={240} />}>
      <PasswordReset params={params} />
    </Suspense>
  );
}
