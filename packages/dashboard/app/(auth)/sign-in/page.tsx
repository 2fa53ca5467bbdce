import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { beginSignOn, signIn } from '#features/auth/actions.ts';
import { PasskeyButton } from '#features/auth/passkey-button.tsx';
import { runtime } from '#server/runtime.ts';
import { safeNext } from '#server/next-path.ts';

export const metadata: Metadata = { title: 'Sign in' };

export default function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  return (
    <Suspense fallback={<LoadingBlock height={280} />}>
      <SignInForms search={searchParams} />
    </Suspense>
  );
}

async function SignInForms({ search }: { search: PageProps<'/sign-in'>['searchParams'] }) {
  const { next, password } = await search;
  if (await runtime().query.isFirstRun()) {
    return (
      <div className="flex flex-col gap-3">
        <h1 className="text-20">Set up this server</h1>
        <p className="text-14 text-muted">
          This server has no accounts yet. Open the one-time setup link that the server printed when it started. Restart
          the server to get a new link.
        </p>
      </div>
    );
  }
  const [providers, hasEmail] = await Promise.all([runtime().query.signInProviders(), runtime().query.hasEmail()]);
  return (
    <>
      <h1 className="text-20">Sign in</h1>
      {password === 'changed' ? (
        <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
          Password changed. All sessions have ended: sign in with the new password.
        </p>
      ) : null}
      <ActionForm action={signIn} submit="Sign in">
        <input type="hidden" name="next" value={safeNext(next)} />
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      </ActionForm>
      {hasEmail ? (
        <Link href="/sign-in/forgot" className="self-start text-13 text-muted underline underline-offset-2">
          Forgot your password?
        </Link>
      ) : null}
      <div className="flex flex-col gap-3 border-t border-line pt-6">
        {providers.map(({ organizationId, organization, name }) => (
          <ActionForm
            key={organizationId}
            action={beginSignOn.bind(null, organizationId, safeNext(next))}
            submit={`Sign in with ${name} (${organization})`}
            variant="plain"
            className="flex flex-col gap-3 *:[button]:self-stretch"
          />
        ))}
        <PasskeyButton next={safeNext(next)} />
      </div>
    </>
  );
}
