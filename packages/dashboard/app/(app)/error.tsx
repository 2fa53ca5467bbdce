'use client';

import { BrokenPage } from '#ui/states/broken-page.tsx';

export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="min-w-0 flex-1">
      <BrokenPage error={error} retry={retry} />
    </main>
  );
}
