import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { CodeForm } from '#features/error-codes/code-form.tsx';
import { Page } from '#shell/page.tsx';
import { codeHref, readCode } from '#features/error-codes/code.ts';
import type { RawParams } from '#explorer/url-state.ts';

export const metadata = titleOf('/error-codes');

export default function ErrorCodesPage({ searchParams }: PageProps<'/error-codes'>) {
  return (
    <Page title="Error codes" state="Look up the code that an error page shows to a user.">
      <CodeForm />
      <Suspense fallback={null}>
        <CodeRedirect search={searchParams} />
      </Suspense>
    </Page>
  );
}

/** The form without JavaScript, and links that carry the code in the query. */
async function CodeRedirect({ search }: { search: Promise<RawParams> }) {
  const { code } = await search;
  const read = readCode(Array.isArray(code) ? code[0] : code);
  if (read !== null) redirect(codeHref(read));
  return null;
}
