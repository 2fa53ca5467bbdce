import { contentDisposition } from '#server/content-disposition.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { pictureType } from '#server/picture-type.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/**
 * An attachment. Always a download: it is untrusted and must never run in our origin. Images get their real type, so that our
 * pages can show them.
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
    const { first, body } = await peek(attachment.body);
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

/** The first chunk and the whole stream. Chunks are long enough to detect the image type. */
async function peek(body: ReadableStream<Bytes>): Promise<{ first: Bytes; body: ReadableStream<Bytes> }> {
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
