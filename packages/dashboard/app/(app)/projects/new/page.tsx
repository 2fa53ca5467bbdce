import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Field } from '#ui/field.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { createProject } from '#features/start/actions.ts';
import { platforms } from '#features/start/platforms.ts';
import { may, organizationId, rolesFor } from '#server/viewer.ts';

export const metadata: Metadata = { title: 'New project' };

export default function NewProjectPage() {
  return (
    <Page title="New project" state="Create one project per application. SDKs send errors to its DSN.">
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <Suspense fallback={<LoadingBlock height={320} />}>
        <NewProject />
      </Suspense>
    </Page>
  );
}

async function NewProject() {
  if (!(await may('createProject'))) {
    return (
      <Empty title={`Only ${rolesFor('createProject')} can create projects`}>
        <p>Ask one of them to create a project for you.</p>
      </Empty>
    );
  }
  return (
    <ActionForm
      action={createProject.bind(null, await organizationId())}
      submit="Create project"
      className="mt-4 flex max-w-[720px] flex-col gap-6"
    >
      <Field label="Name" name="name" required maxLength={50} autoComplete="off" placeholder="Web shop" />
      <fieldset>
        <legend className="mb-2 text-13 font-medium">Platform</legend>
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {[{ id: '', name: 'Detect automatically' }, ...platforms].map((platform, index) => (
            <label
              key={platform.id}
              className="flex h-11 cursor-pointer items-center gap-3 rounded-md border border-line bg-surface px-3 text-14 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash"
            >
              <input
                type="radio"
                name="platform"
                value={platform.id}
                defaultChecked={index === 0}
                className="accent-[var(--accent)]"
              />
              {platform.name}
            </label>
          ))}
        </div>
        <p className="mt-2 text-12 text-muted">
          The platform selects the setup steps. Every project accepts events from every Sentry SDK.
        </p>
      </fieldset>
    </ActionForm>
  );
}
