import { readContext } from '#shell/context-bar/context-params.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { readKey } from '#features/stats/search-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The stats at this URL. */
export async function GET(request: Request): Promise<Response> {
  const query = rawParams(request);
  const { projects, range } = readContext(query);
  const key = readKey(query) ?? undefined;
  return refusalToResponse(async () =>
    downloadResponse(await runtime().query.exportOutcomes(await routeViewer(request), projects, range, key)),
  );
}
