import { contentDisposition } from '#server/content-disposition.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
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
  if (!/^\d{1,4}$/.test(index))
    return new Response('Attachment not found.', { status: 404, headers: untrustedHeaders });
  return refusalToResponse(async () => {
    const attachment = await runtime().query.attachment(await routeViewer(request), eventId, project, Number(index));
    const { first, body } = await peeked(attachment.body);
    return new Response(body, {
      headers: {
        ...untrustedHeaders,
        'Content-Type': pictureType(first) ?? 'application/octet-stream',
        'Content-Length': String(attachment.bytes),
        'Content-Disposition': contentDisposition(attachment.filename),
      },
    });
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The first piece, and all of them. Pieces come from a disk or a decompressor, each longer than what tells a picture. */
async function peeked(body: ReadableStream<Bytes>): Promise<{ first: Bytes; body: ReadableStream<Bytes> }> {
  const reader = body.getReader();
  const { value: first = new Uint8Array() } = await reader.read();
  const rest = new ReadableStream<Bytes>(
    {
      start: (controller) => controller.enqueue(first),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { first, body: rest };
}
