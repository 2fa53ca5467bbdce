import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Unsubscribe } from '#features/notifications/unsubscribe.tsx';

export const metadata: Metadata = { title: 'Unsubscribe', referrer: 'no-referrer' };

export default function UnsubscribePage({ params }: PageProps<'/unsubscribe/[token]'>) {
  return (
    <Suspense fallback={<LoadingBlock height={160} />}>
      <Unsubscribe params={params} />
    </Suspense>
  );
}
