import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Invitation } from '#features/auth/invitation.tsx';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

export default function InvitationPage({ params }: PageProps<'/invitation/[link]'>) {
  return (
    <Suspense fallback={<LoadingBlock height={320} />}>
      <Invitation params={params} />
    </Suspense>
  );
}
