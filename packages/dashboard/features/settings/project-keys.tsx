import type { KeyView } from '@seismo/server';
import { ActionForm } from '#components/ui/action-form.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ConfirmByName } from '#components/ui/confirm-by-name.tsx';
import { Code } from '#components/ui/code.tsx';
import { Field } from '#components/ui/field.tsx';
import { inputClass } from '#components/ui/input-class.ts';
import { Section } from '#components/ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { createKey, setKeyActive, setKeyLimit } from './actions.ts';
import { ProjectHead } from './project-head.tsx';
import { UnderTabs } from './project-tabs.tsx';

/** A project's keys: their DSNs, whether they are open, and how much they may send. */
export async function ProjectKeys({ params }: { params: Promise<{ project: string }> }) {
  const { project: slug } = await params;
  const keys = await ask((viewer) => runtime().query.keys(viewer, slug));
  return (
    <>
      <ProjectHead slug={slug} what="Keys" />
      <UnderTabs>
        {keys.map((key) => (
          <Key key={key.id} project={slug} value={key} />
        ))}
      </UnderTabs>
      <Section title="New key" note="A key of its own for each source lets you limit or close them one by one.">
        <ActionForm
          action={createKey.bind(null, slug)}
          submit="Create the key"
          look="plain"
          className="flex max-w-96 flex-col gap-3"
        >
          <Field label="Label" name="label" required maxLength={100} autoComplete="off" placeholder="Mobile app" />
        </ActionForm>
      </Section>
    </>
  );
}

function Key({ project, value: key }: { project: string; value: KeyView }) {
  return (
    <Section
      title={key.label}
      actions={key.active ? <Badge tone="good">Active</Badge> : <Badge tone="warning">Closed</Badge>}
    >
      <Code text={key.dsn} label={`DSN of ${key.label}`} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <ActionForm
          action={setKeyLimit.bind(null, project, key.id)}
          submit="Set the limit"
          look="plain"
          small
          className="flex flex-wrap items-center gap-2 text-13"
        >
          <label className="flex items-center gap-2">
            At most
            <input
              name="count"
              type="number"
              min={1}
              defaultValue={key.rateLimit?.count ?? ''}
              placeholder="any"
              className={`${inputClass} h-8! w-24!`}
            />
          </label>
          <label className="flex items-center gap-2">
            events per
            <select name="windowS" defaultValue={String(key.rateLimit?.windowS ?? 60)} className="select">
              <option value="60">minute</option>
              <option value="3600">hour</option>
              <option value="86400">day</option>
            </select>
          </label>
        </ActionForm>
        {key.active ? (
          <ConfirmByName
            button="Close the key"
            small
            title={`Close the key ${key.label}?`}
            name={key.label}
            submit="Close the key"
            action={setKeyActive.bind(null, project, key.id, false)}
          >
            Whatever is sent with it is refused from now on, and counted. It can be opened again.
          </ConfirmByName>
        ) : (
          <ActionForm
            action={setKeyActive.bind(null, project, key.id, true)}
            submit="Open the key"
            look="plain"
            small
            className="flex items-center gap-2"
          />
        )}
      </div>
    </Section>
  );
}
