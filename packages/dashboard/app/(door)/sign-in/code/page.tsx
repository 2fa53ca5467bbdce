import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoadingBlock } from '#components/states/loading.tsx';
import { ActionForm } from '#components/ui/action-form.tsx';
import { Field } from '#components/ui/field.tsx';
import { Link } from '#components/ui/link.tsx';
import { signInByCode } from '#features/door/actions.ts';
import { safeNext } from '#server/next-path.ts';

export const metadata: Metadata = { title: 'Sign in: code' };

export default function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Your code</h1>
        <p className="text-14 text-muted">
          Type the six digits that your authenticator shows now, or one of your recovery codes.
        </p>
      </div>
      <Suspense fallback={<LoadingBlock height={120} />}>
        <Form search={searchParams} />
      </Suspense>
      <Link href="/sign-in" className="self-start text-13 text-muted underline underline-offset-2">
        Start again
      </Link>
    </>
  );
}

async function Form({ search }: { search: PageProps<'/sign-in/code'>['searchParams'] }) {
  const { next } = await search;
  return (
    <ActionForm action={signInByCode} submit="Continue">
      <input type="hidden" name="next" value={safeNext(next)} />
      <Field label="Code" name="code" autoComplete="one-time-code" required maxLength={40} />
    </ActionForm>
  );
}
