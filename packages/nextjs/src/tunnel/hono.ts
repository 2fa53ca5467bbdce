import { createForward, type TunnelOptions } from './forward.ts';

/** The part of Hono's context that is used, so that its types are not a dependency. */
interface Context {
  req: { raw: Request };
  env?: unknown;
}

/** `app.all('/monitoring', tunnel())`. Node provides the caller's address, elsewhere the platform's header does. */
export function tunnel(options: TunnelOptions = {}): (context: Context) => Promise<Response> {
  const forward = createForward(options);
  return ({ req: { raw }, env }) => {
    const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
    const { method, headers, body } = raw;
    return forward({ method, headers, body, peer: incoming?.socket?.remoteAddress ?? null });
  };
}
