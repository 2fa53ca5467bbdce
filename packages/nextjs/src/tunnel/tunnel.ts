import { createForward, type TunnelOptions } from './forward.ts';

export type { TunnelOptions } from './forward.ts';

export interface Tunnel {
  POST(request: Request): Promise<Response>;
  /** 405 without details; Next answers similarly if it is not exported. */
  GET(request: Request): Promise<Response>;
  /** Any method, for servers that take one fetch handler. */
  fetch(request: Request): Promise<Response>;
}

/**
 * The path of your own site that passes reports on to Seismo, where no ad blocker looks for it.
 *
 * `app/monitoring/route.ts`: `export const { POST } = tunnel();`
 */
export function tunnel(options: TunnelOptions = {}): Tunnel {
  const forward = createForward(options);
  const answer = ({ method, headers, body }: Request) => forward({ method, headers, body, peer: null });
  return { POST: answer, GET: answer, fetch: answer };
}
