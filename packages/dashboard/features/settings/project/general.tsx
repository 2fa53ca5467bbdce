import { ActionForm } from '#ui/action-form.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { ExportLink } from '#features/exports/export-link.tsx';
import { fileHref } from '#features/exports/file-href.ts';
import { platformOf, platforms } from '#features/start/platforms.ts';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery, readOnlyReason, may } from '#server/viewer.ts';
import { deleteProject, updateProject } from './general-actions.ts';
import type { ProjectParams } from './project-settings-page.tsx';

/** Name, slug and platform of the project, and its deletion. */
export async function General({ params }: { params: ProjectParams }) {
  const { project: slug } = await params;
  const project = await runQuery((viewer) => runtime().query.project(viewer, slug));
  const locked = await readOnlyReason('updateProject', project.organization);
  const known = platformOf(project.platform);
  // Keep a platform that only the SDK knows.
  const own = known === 'other' && project.platform !== 'other' && project.platform !== '';
  return (
    <>
      <Section title="Name, slug and platform">
        <ActionForm
          action={updateProject.bind(null, { ...targetOf(project), slug: project.slug })}
          submit="Save"
          locked={locked}
          className="flex max-w-96 flex-col gap-3"
        >
          <Field label="Name" name="name" required maxLength={64} autoComplete="off" defaultValue={project.name} />
          <Field
            label="Slug"
            name="slug"
            required
            maxLength={50}
            autoComplete="off"
            autoCapitalize="none"
            defaultValue={project.slug}
            hint="Used in URLs and tools. The DSN and issue IDs do not change."
          />
          <label className="flex flex-col gap-1.5 text-13 font-medium">
            Platform
            <select
              key={project.platform}
              name="platform"
              defaultValue={own ? project.platform : project.platform && known}
              className="select h-9!"
            >
              <option value="">Detect automatically</option>
              {own ? <option value={project.platform}>{project.platform}</option> : null}
              {platforms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </ActionForm>
      </Section>
      {(await may('exportProject', project.organization)) ? (
        <Section
          title="Export"
          note="Everything the project received. You can send the envelopes to any server that accepts Sentry envelopes."
          actions={(['ndjson', 'envelopes'] as const).map((format) => (
            <ExportLink
              key={format}
              href={fileHref(`/exports/project?project=${project.id}&format=${format}`, project.organization.id)}
              format={format === 'ndjson' ? 'NDJSON' : 'Envelopes'}
              of="the project"
            />
          ))}
        >
          <p className="text-13 text-muted">
            Attachments are included; NDJSON omits those larger than 4 MiB. Settings are not included.
          </p>
        </Section>
      ) : null}
      {(await may('deleteProject', project.organization)) ? (
        <DangerZone>
          <DangerRow title="Delete project" note="Deletes the project and all its data. You cannot undo this.">
            <ConfirmByName
              button="Delete project"
              title={`Delete ${project.name}?`}
              name={project.slug}
              submit="Delete project"
              action={deleteProject.bind(null, targetOf(project))}
            >
              This deletes its issues, events, keys, settings, source maps, and releases that belong only to it. Seismo
              rejects anything sent to it afterwards.
            </ConfirmByName>
          </DangerRow>
        </DangerZone>
      ) : null}
    </>
  );
}
