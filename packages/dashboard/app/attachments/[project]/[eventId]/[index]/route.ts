import { disposition } from '#server/disposition.ts';
import { answering, inert } from '#server/answer.ts';
import { pictureType } from '#server/picture-type.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/**
 * A file a client attached. Always a download: it is a stranger's file and must never run as a page of ours. A page of ours may
 * show a picture in it, for which it is called what its first bytes say it is.
 */
export async function GET(
  request: Request,
  { params }: RouteContext<'/attachments/[project]/[eventId]/[index]'>,
): Promise<Response> {
  const { project, eventId, index } = await params;
  if (!/^\d{1,4}$/.test(index)) return new Response('There is no such attachment.', { status: 404, headers: inert });
  return answering(async () => {
    const attachment = await runtime().query.attachment(await routeViewer(request), eventId, project, Number(index));
    const body = new Uint8Array(attachment.body);
    return new Response(body, {
      headers: {
        ...inert,
        'Content-Type': pictureType(body) ?? 'application/octet-stream',
        'Content-Disposition': disposition(attachment.filename),
      },
    });
  });
}
