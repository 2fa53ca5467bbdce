import { connection } from 'next/server';
import { Suspense, type ReactNode } from 'react';

async function Reviews(): Promise<ReactNode> {
  await connection();
  await Promise.resolve();
  throw new TypeError('The reviews cannot be read');
}

export default function StreamedFailure() {
  return (
    <>
      <h1>Reviews</h1>
      <Suspense fallback={<p>A moment</p>}>
        <Reviews />
      </Suspense>
    </>
  );
}
