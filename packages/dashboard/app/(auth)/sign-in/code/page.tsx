import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { signInByCode } from '#features/auth/actions.ts';
import { safeNext } from '#server/next-path.ts';
import { challengeCookie } from '#server/session.ts';

export const metadata: Metadata = { title: 'Enter your code' };

export default function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Enter your code</h1>
        <p className="text-14 text-muted">
          Enter the six-digit code from your authenticator app, or one of your recovery codes.
        </p>
      </div>
      <Suspense fallback={<LoadingBlock height={120} />}>
        <Form search={searchParams} />
      </Suspense>
      <Link href="/sign-in" className="self-start text-13 text-muted underline underline-offset-2">
        Start over
      </Link>
    </>
  );
}

async function Form({ search }: { search: PageProps<'/sign-in/code'>['searchParams'] }) {
  // Without a password sign-in there is nothing to confirm.
  if (!(await cookies()).has(challengeCookie)) redirect('/sign-in');
  const { next } = await search;
  return (
    <ActionForm action={signInByCode} submit="Continue">
      <input type="hidden" name="next" value={safeNext(next)} />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- The code is the only input of the page. */}
      <Field label="Code" name="code" autoComplete="one-time-code" required maxLength={40} autoFocus />
    </ActionForm>
  );
}
