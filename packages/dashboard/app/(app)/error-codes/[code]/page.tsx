import { Suspense } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingText } from '#ui/states/loading.tsx';
import { CodeForm } from '#features/error-codes/code-form.tsx';
import { CodeResult } from '#features/error-codes/code-result.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Page } from '#shell/page.tsx';

export default function ErrorCodePage({ params }: PageProps<'/error-codes/[code]'>) {
  const code = params.then((given) => decodeURIComponent(given.code));
  return (
    <Page
      title="Error code"
      state="Look up the code that an error page shows to a user."
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <CodeCrumbs code={code} />
        </Suspense>
      }
    >
      <Suspense fallback={<CodeForm />}>
        <FilledForm code={code} />
      </Suspense>
      <PagePart name="The error code" loading={<LoadingBlock height={260} label="Looking up the code" />}>
        <CodeResult code={code} />
      </PagePart>
    </Page>
  );
}

async function CodeCrumbs({ code }: { code: Promise<string> }) {
  const text = await code;
  return (
    <>
      <title>{`${text} · Error codes · Seismo`}</title>
      <Crumbs crumbs={[{ name: 'Error codes', href: '/error-codes' }, { name: text }]} />
    </>
  );
}

async function FilledForm({ code }: { code: Promise<string> }) {
  return <CodeForm code={await code} />;
}
