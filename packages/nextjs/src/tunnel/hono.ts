import { createForward, type TunnelOptions } from './forward.ts';

/** The part of Hono's context that is used, so that its types are not a dependency. */
interface Context {
  req: { raw: Request };
  env?: unknown;
}

/** `app.all('/monitoring', tunnel())`. On Node the caller's address is known, elsewhere the platform's header says it. */
export function tunnel(options: TunnelOptions = {}): (context: Context) => Promise<Response> {
  const forward = createForward(options);
  return ({ req: { raw }, env }) => {
    const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
    const { method, headers, body } = raw;
    return forward({ method, headers, body, peer: incoming?.socket?.remoteAddress ?? null });
  };
}
