import { tokenOf } from '#features/notifications/unsubscribe-token.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';

type Context = RouteContext<'/unsubscribe/[token]/one-click'>;

/** The address in the header `List-Unsubscribe` of an email: a mail service posts to it, without a session (RFC 8058). */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  const token = tokenOf((await params).token);
  return refusalToResponse(async () => {
    await runtime().command.unsubscribe(token);
    return new Response('You are unsubscribed.', {
      headers: { ...untrustedHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
    });
  });
}

/** To the page with the button: programs open the links of an email in advance. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const path = `/unsubscribe/${encodeURIComponent(tokenOf(token))}`;
  return new Response(null, { status: 303, headers: { ...untrustedHeaders, Location: path } });
}
