import type { Context } from 'hono';
import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import { readMultipart } from '../multipart.ts';
import { page, readPage, pageOf, setLink } from '../page.ts';
import { text } from '../parameters.ts';
import { fileShape, readUploadName, uploadShape } from '../serializers/release.ts';

const fileForm = { files: ['file'], fields: ['name', 'dist', 'header'] };
const rename = z.strictObject({ name: z.string() });

/** Files of a release, uploaded one by one by older tools, and their lists. */
export const releaseFileRoutes: Routes = (api, { query, command, publicUrl }) => {
  /** Each has a whole file in memory. */
  const oneByOne = limitConcurrency(1);

  /** The project of the path, or all projects of the release. */
  const projectsOf = async (context: Context<ApiEnv>, viewer: Viewer): Promise<string[]> => {
    const project = context.req.param('project' as never) as string | undefined;
    if (project !== undefined) return [project];
    const { projects } = await query.release(viewer, context.req.param('version')!);
    return projects.map(({ id }) => String(id));
  };

  const fileIn = async (context: Context<ApiEnv>, viewer: Viewer) => {
    for (const project of await projectsOf(context, viewer)) {
      const file = await query.releaseFile(viewer, project, Number(context.req.param('file'))).catch(absent);
      if (file && file.release === context.req.param('version')) return { project, file };
    }
    throw noSuchFile();
  };

  for (const prefix of [
    '/organizations/:org/releases/:version',
    '/projects/:org/:project/releases/:version',
  ] as const) {
    api.get(`${prefix}/files`, { query: page }, async (context, viewer, sent) => {
      const lists = await Promise.all(
        (await projectsOf(context, viewer)).map((project) =>
          query.releaseFiles(viewer, project, context.req.param('version')),
        ),
      );
      return context.json(pageOf(context, publicUrl, sent.query, lists.flat()).map(fileShape));
    });

    api.post(`${prefix}/files`, { form: fileForm }, async (context, viewer) => {
      let body: Buffer | null = null;
      let filename = '';
      const fields = await readMultipart(
        context,
        fileForm,
        { partBytesMax: limits.RELEASE_FILE_BYTES_MAX, partCountMax: 1 },
        async (part) => {
          body = part.body;
          filename = part.filename;
        },
      );
      if (!body) throw new Refusal('invalid', 'file: The file is missing.');
      const made = await command.putReleaseFile(viewer, {
        project: (context.req.param('project' as never) as string | undefined) ?? null,
        version: context.req.param('version'),
        name: fields.get('name')?.[0] || filename,
        dist: fields.get('dist')?.[0] ?? '',
        mapReference: mapReferenceOf(fields.get('header') ?? []),
        body,
      });
      return context.json(fileShape(made), 201);
    });

    api.get(`${prefix}/files/:file`, { query: { download: text } }, async (context, viewer, sent) => {
      const { project, file } = await fileIn(context, viewer);
      if (sent.query.download === undefined) return context.json(fileShape(file));
      return context.body(await query.releaseFileBody(viewer, project, file.id), 200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-length': String(file.bytes),
      });
    });

    api.put(`${prefix}/files/:file`, { body: rename }, async (context, viewer, { body: { name } }) => {
      const { project, file } = await fileIn(context, viewer);
      return context.json(fileShape(await oneByOne(() => command.renameReleaseFile(viewer, project, file.id, name))));
    });

    api.delete(`${prefix}/files/:file`, {}, async (context, viewer) => {
      const { project, file } = await fileIn(context, viewer);
      await command.deleteReleaseFile(viewer, project, file.id);
      return context.body(null, 204);
    });
  }

  api.get('/projects/:org/:project/files/artifact-bundles', { query: page }, async (context, viewer, sent) => {
    const at = readPage(sent.query);
    const { uploads, next } = await query.uploads(viewer, context.req.param('project'), at);
    setLink(context, publicUrl, at.cursor, next);
    return context.json(uploads.map(uploadShape));
  });

  api.delete(
    '/projects/:org/:project/files/artifact-bundles',
    { query: { bundleId: text } },
    async (context, viewer, sent) => {
      const upload = readUploadName(sent.query.bundleId ?? '');
      if (!upload) throw new Refusal('invalid', 'bundleId: Required. Send the bundleId of a listed bundle.');
      await command.deleteUpload(viewer, context.req.param('project'), upload);
      return context.body(null, 204);
    },
  );

  /** Releases with files, as the older list names them. */
  api.get('/projects/:org/:project/files/source-maps', { query: page }, async (context, viewer, sent) => {
    const at = readPage(sent.query);
    const { uploads, next } = await query.uploads(viewer, context.req.param('project'), at);
    setLink(context, publicUrl, at.cursor, next);
    return context.json(
      uploads.map(({ bundleId, release, uploadedAtMs, fileCount }) => ({
        type: 'release',
        id: bundleId,
        name: release,
        date: new Date(uploadedAtMs).toISOString(),
        fileCount,
      })),
    );
  });

  api.delete('/projects/:org/:project/files/source-maps', { query: { name: text } }, async (context, viewer, sent) => {
    const project = context.req.param('project');
    const name = sent.query.name ?? '';
    if (name === '') throw new Refusal('invalid', 'name: Required. Send the release whose files to delete.');
    // A list of files is limited, and a release may have more: repeat until none is left.
    for (;;) {
      const files = await query.releaseFiles(viewer, project, name);
      if (files.length === 0) break;
      const uploads = new Map(
        files.map(({ bundleId, release, dist }) => [`${bundleId} ${dist}`, { bundleId, release, dist }]),
      );
      for (const upload of uploads.values()) await command.deleteUpload(viewer, project, upload);
    }
    return context.body(null, 204);
  });
};

/** `header` fields look like `Sourcemap:app.js.map`. */
function mapReferenceOf(headers: string[]): string {
  for (const header of headers) {
    const [, reference] = /^(?:x-)?sourcemap\s*:\s*(.*)$/is.exec(header) ?? [];
    if (reference) return reference.trim();
  }
  return '';
}

function absent(error: Error): null {
  if (error.name === 'Refusal' && (error as Refusal).code === 'not-found') return null;
  throw error;
}

function noSuchFile(): Refusal {
  return new Refusal('not-found', 'File not found, or you do not have access to it.');
}
