import type { SourcePreview } from '@seismo/server';
import { Section } from '#ui/section.tsx';
import { History } from '#features/settings/project/history.tsx';
import type { ProjectParams } from '#features/settings/project/project-settings-page.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from '#features/settings/project/project-lock.ts';
import { saveSource } from './actions.ts';
import { MappingForm } from './mapping-form.tsx';
import { MappingRows } from './mapping-rows.tsx';

/** The repositories of a project, with a check of the links. */
export async function SourceMappings({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const { version, settings } = await runQuery((viewer) => runtime().query.configuration(viewer, project, 'source'));
  const files = await runQuery((viewer) => runtime().query.previewSourceLinks(viewer, project));
  const locked = await projectLock('saveConfiguration', project);
  return (
    <>
      <MappingForm save={saveSource.bind(null, targetOf(await readProject(project)), version)} locked={locked}>
        <p className="max-w-[72ch] text-13 text-muted">
          In-app frames link to their line in a repository. Seismo uses the first mapping whose stack trace path matches
          the start of the file path, and replaces it with the repository path. Links point to the commit of the release
          if <code>sentry-cli releases set-commits</code> sent one, otherwise to the branch.
        </p>
        <MappingRows mappings={settings.mappings} />
      </MappingForm>
      <Section title="Files in the latest events" note="Open a link to check it.">
        <Files files={files} />
      </Section>
      <History project={project} name="source" />
    </>
  );
}

function Files({ files }: { files: SourcePreview[] }) {
  if (files.length === 0) {
    return <p className="text-13 text-muted">Send events with stack traces to check the mapping.</p>;
  }
  return (
    <ul className="overflow-hidden rounded-md border border-line bg-surface text-13">
      {files.map(({ path, line, link }) => (
        <li
          key={path}
          className="flex min-h-9 flex-wrap items-baseline gap-x-4 px-4 py-1.5 not-last:border-b not-last:border-line"
        >
          <span className="min-w-0 flex-1 font-mono text-12 [overflow-wrap:anywhere]">
            {path}
            {line === null ? '' : `:${line}`}
          </span>
          {link === null ? (
            <span className="text-12 text-muted">No link</span>
          ) : (
            <a
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              className="rounded-sm text-12 text-accent underline underline-offset-2"
            >
              {new URL(link).host}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
