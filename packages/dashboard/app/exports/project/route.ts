import type { ProjectFormat } from '@seismo/server';
import { first } from '#explorer/url-state.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** Everything that a project received. */
export async function GET(request: Request): Promise<Response> {
  const params = rawParams(request);
  const format: ProjectFormat = first(params.format) === 'envelopes' ? 'envelopes' : 'ndjson';
  return refusalToResponse(async () => {
    const viewer = await routeViewer(request);
    const project = first(params.project) ?? '';
    return downloadResponse(await runtime().query.exportProject(viewer, project, format, request.signal));
  });
}
