import { Pager } from '#explorer/pager.tsx';
import type { SourceMapCheck } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { first, type RawParams } from '#explorer/url-state.ts';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import type { ProjectParams } from '#features/settings/project/project-settings-page.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery, may } from '#server/viewer.ts';
import { Check } from './check.tsx';
import { HowToUpload } from './how-to-upload.tsx';
import { ReprocessTasks } from './reprocess-tasks.tsx';
import { readUploadName } from './upload-name.ts';
import { UploadedFiles } from './uploaded-files.tsx';
import { Uploads } from './uploads.tsx';

const pageCount = 25;

/** A project’s uploads, and how to upload. */
export async function SourceMaps({ params, search }: { params: ProjectParams; search: Promise<RawParams> }) {
  await connection();
  const [{ project: slug }, query] = await Promise.all([params, search]);
  const cursor = first(query.cursor) || null;
  const shown = readUploadName(first(query.upload));
  const [project, check, page] = await Promise.all([
    runQuery((viewer) => runtime().query.project(viewer, slug)),
    runQuery((viewer) => runtime().query.sourceMapCheck(viewer, slug)),
    runQuery((viewer) => runtime().query.uploads(viewer, slug, { cursor, count: pageCount })),
  ]);
  const here = `/settings/projects/${encodeURIComponent(slug)}/source-maps` as const;
  const mayDelete = await may('deleteUpload', project.organization);
  const howTo = <HowToUpload organization={project.organization.slug} project={project.slug} />;
  return (
    <>
      <LiveRefresh label="New data" />
      {cursor === null && shown === null ? <Overview check={check} nowMs={Date.now()} /> : null}
      {page.uploads.length === 0 && cursor === null ? (
        <>
          <Empty title="No source maps yet">
            <p>Upload source maps to see original files and lines in stack traces of minified code.</p>
          </Empty>
          {howTo}
        </>
      ) : (
        <>
          <h2 className="mb-3 text-14">Uploads</h2>
          <Uploads
            project={{ ...targetOf(project), slug }}
            here={here}
            uploads={page.uploads}
            selected={shown}
            mayDelete={mayDelete}
            nowMs={Date.now()}
          />
          <Pager
            first={cursor ? { name: 'Back to latest', href: here } : null}
            next={page.next ? { name: 'Older uploads', href: `${here}?cursor=${page.next}` } : null}
          />
          {shown ? <UploadedFiles project={slug} upload={shown} /> : null}
          {howTo}
        </>
      )}
    </>
  );
}

function Overview({ check, nowMs }: { check: SourceMapCheck; nowMs: number }) {
  return (
    <>
      <Check check={check} nowMs={nowMs} />
      <ReprocessTasks tasks={check.reprocessTasks} nowMs={nowMs} />
    </>
  );
}
