import { readEventsUrlState } from '#features/events/search-params.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The events that the list of the issue with the same parameters shows. */
export async function GET(request: Request, { params }: RouteContext<'/exports/events/[shortId]'>): Promise<Response> {
  const { shortId } = await params;
  const { cursor: _, count: __, ...filter } = readEventsUrlState(rawParams(request));
  return refusalToResponse(async () =>
    downloadResponse(await runtime().query.exportEvents(await routeViewer(request), shortId, filter, request.signal)),
  );
}
