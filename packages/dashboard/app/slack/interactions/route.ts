import { limits } from '@seismo/protocol';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';

const headers = { ...untrustedHeaders, 'Content-Type': 'text/plain; charset=utf-8' };

/** Slack posts here when a user presses a button of a message. Its signature is what proves it, not a session. */
export async function POST(request: Request): Promise<Response> {
  const body = await textOf(request);
  if (body === null) return new Response('The body is too large.', { status: 413, headers });
  return refusalToResponse(async () => {
    const timestamp = request.headers.get('x-slack-request-timestamp');
    const signature = request.headers.get('x-slack-signature');
    await runtime().command.answerSlack({ body, timestamp, signature });
    return new Response(null, { headers });
  });
}

async function textOf(request: Request): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > limits.SLACK_BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
