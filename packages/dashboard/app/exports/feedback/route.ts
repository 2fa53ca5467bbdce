import { readFeedbackFilter } from '#features/feedback/search-params.ts';
import { rawParams, tableFormat } from '#features/exports/raw-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The feedback that the list with the same parameters shows. */
export async function GET(request: Request): Promise<Response> {
  const params = rawParams(request);
  const { cursor: _, count: __, ...filter } = readFeedbackFilter(params);
  return refusalToResponse(async () =>
    downloadResponse(
      await runtime().query.exportFeedback(await routeViewer(request), filter, tableFormat(params), request.signal),
    ),
  );
}
