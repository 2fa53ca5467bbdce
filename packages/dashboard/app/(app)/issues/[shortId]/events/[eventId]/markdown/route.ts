import { readEventSelector } from '#features/issue/event/event-id.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The issue with one of its events as Markdown. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/issues/[shortId]/events/[eventId]/markdown'>,
): Promise<Response> {
  const { shortId, eventId } = await params;
  const which = readEventSelector(eventId);
  if (!which) return new Response('An event ID has 32 hexadecimal digits.', { status: 404, headers: untrustedHeaders });
  return refusalToResponse(async () => {
    const text = await runtime().query.eventMarkdown(await routeViewer(request), shortId, which);
    return new Response(text, { headers: { ...untrustedHeaders, 'Content-Type': 'text/markdown; charset=utf-8' } });
  });
}
