import { fieldsOf } from '#features/explore/read.ts';
import { readExploreState, sortIn } from '#features/explore/search-params.ts';
import { rawParams, tableFormat } from '#features/exports/raw-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The table that Explore shows with the same parameters. */
export async function GET(request: Request): Promise<Response> {
  const params = rawParams(request);
  const state = readExploreState(params);
  const { dataset, projects, environments, range, query } = state;
  const table = { projects, environments, range, query, fields: fieldsOf(state), sort: [sortIn(state)] };
  return refusalToResponse(async () =>
    downloadResponse(
      await runtime().query.exportExplored(
        await routeViewer(request),
        dataset,
        table,
        tableFormat(params),
        request.signal,
      ),
    ),
  );
}
