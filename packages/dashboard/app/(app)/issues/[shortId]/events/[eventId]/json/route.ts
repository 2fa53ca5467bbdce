import { readEventSelector } from '#features/issue/event/event-id.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The event as stored, in Sentry's field names. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/issues/[shortId]/events/[eventId]/json'>,
): Promise<Response> {
  const { shortId, eventId } = await params;
  const which = readEventSelector(eventId);
  if (!which) return new Response('An event ID has 32 hexadecimal digits.', { status: 404, headers: untrustedHeaders });
  return refusalToResponse(async () => {
    const view = await runtime().query.event(await routeViewer(request), shortId, which);
    return new Response(JSON.stringify(view.stored.event, null, 2), {
      headers: { ...untrustedHeaders, 'Content-Type': 'application/json; charset=utf-8' },
    });
  });
}
