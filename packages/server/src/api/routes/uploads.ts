import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Routes } from '../router.ts';
import { readMultipart } from '../multipart.ts';

const bundle = z.strictObject({
  checksum: z.string(),
  chunks: z.array(z.string()),
  projects: z.array(z.union([z.string(), z.number().transform(String)])).default([]),
  version: z.string().nullish(),
  dist: z.string().nullish(),
});

const chunkForm = { files: ['file', 'file_gzip'], fields: [] };
const debugFiles = z.record(z.string(), z.unknown());

/** How tools send bundles: pieces by checksum, then "put these together" (protocol.md §7). */
export const uploadRoutes: Routes = (api, { query, command, publicUrl }) => {
  const working = limitConcurrency(limits.CHUNKS_PROCESSING_COUNT_MAX);

  api.get('/organizations/:org/chunk-upload', {}, async (context) => {
    return context.json({
      url: `${publicUrl}/api/0/organizations/${encodeURIComponent(context.req.param('org'))}/chunk-upload/`,
      chunkSize: limits.CHUNK_BYTES_MAX,
      chunksPerRequest: limits.CHUNKS_PER_REQUEST_COUNT_MAX,
      maxFileSize: limits.BUNDLE_BYTES_MAX,
      maxRequestSize: limits.CHUNK_REQUEST_BYTES_MAX,
      concurrency: limits.CHUNK_CONCURRENCY_COUNT,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
    });
  });

  api.post('/organizations/:org/chunk-upload', { form: chunkForm }, async (context, viewer) => {
    await readMultipart(
      context,
      chunkForm,
      // Incompressible data grows a little with gzip.
      { partBytesMax: limits.CHUNK_BYTES_MAX + 64 * 1024, partCountMax: limits.CHUNKS_PER_REQUEST_COUNT_MAX },
      ({ name, filename, body }) =>
        working(() => command.saveChunk(viewer, { checksum: filename, body, gzipped: name === 'file_gzip' })),
    );
    return context.body(null, 200);
  });

  api.post('/organizations/:org/artifactbundle/assemble', { body: bundle }, async (context, viewer, { body }) => {
    const { checksum, chunks, projects, version, dist } = body;
    const end = await command.assembleBundle(viewer, {
      checksum,
      chunks,
      projects,
      release: version ?? '',
      dist: dist ?? '',
    });
    return context.json({
      state: end.state,
      missingChunks: end.state === 'not_found' ? end.missingChunks : [],
      ...(end.state === 'error' && { detail: end.detail }),
    });
  });

  api.get('/projects/:org/:project/source-map-check', {}, async (context, viewer) =>
    context.json(await query.sourceMapCheck(viewer, context.req.param('project'))),
  );

  api.post('/projects/:org/:project/files/difs/assemble', { body: debugFiles }, async (context, viewer, { body }) => {
    await query.project(viewer, context.req.param('project'));
    const checksums = Object.keys(body);
    const detail = 'Seismo does not support native debug files, only JavaScript source maps.';
    return context.json(
      Object.fromEntries(checksums.map((checksum) => [checksum, { state: 'error', missingChunks: [], detail }])),
    );
  });
};
