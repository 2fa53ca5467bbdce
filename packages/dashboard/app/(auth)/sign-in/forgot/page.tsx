import type { Metadata } from 'next';
import { connection } from 'next/server';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { requestPasswordReset } from '#features/auth/actions.ts';
import { runtime } from '#server/runtime.ts';

export const metadata: Metadata = { title: 'Reset password' };

export default function ForgotPasswordPage() {
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">Reset your password</h1>
        <p className="text-14 text-muted">Enter your email address to get a link. It sets a new password.</p>
      </div>
      <Suspense fallback={<LoadingBlock height={120} />}>
        <Form />
      </Suspense>
      <Link href="/sign-in" className="self-start text-13 text-muted underline underline-offset-2">
        Back to sign-in
      </Link>
    </>
  );
}

async function Form() {
  await connection();
  if (!(await runtime().query.hasEmail())) redirect('/sign-in');
  return (
    <ActionForm action={requestPasswordReset} submit="Send link">
      <Field label="Email" name="email" type="email" autoComplete="username" required />
    </ActionForm>
  );
}
