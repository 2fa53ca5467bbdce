import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { setUp } from '#features/auth/actions.ts';
import { NewPassword } from '#features/auth/new-password.tsx';
import { runtime } from '#server/runtime.ts';

export const metadata: Metadata = { title: 'Set up', referrer: 'no-referrer' };

export default function SetUpPage({ searchParams }: PageProps<'/setup'>) {
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Set up this server</h1>
        <p className="text-14 text-muted">The first account owns the server. No data leaves this machine.</p>
      </div>
      <Suspense fallback={<LoadingBlock height={320} />}>
        <Form search={searchParams} />
      </Suspense>
    </>
  );
}

async function Form({ search }: { search: PageProps<'/setup'>['searchParams'] }) {
  const { link } = await search;
  if (typeof link !== 'string' || !(await runtime().query.isFirstRun())) redirect('/sign-in');
  return (
    <ActionForm action={setUp} submit="Create account">
      <input type="hidden" name="link" value={link} />
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <Field label="Name" name="name" autoComplete="name" required maxLength={100} />
      <NewPassword />
    </ActionForm>
  );
}
