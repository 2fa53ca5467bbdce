import type { IncomingMessage, ServerResponse } from 'node:http';
import { createForward, type TunnelOptions } from './forward.ts';
import { answerWith, reportOf } from './node-request.ts';

/**
 * `app.use('/monitoring', tunnel())`, for Express and anything else of its shape, before any body parser or after it. The
 * visitor's address is `req.ip`, as the app's `trust proxy` setting makes it, unless `proxyCount` is given.
 */
export function tunnel(
  options: TunnelOptions = {},
): (request: IncomingMessage & { ip?: string | undefined }, response: ServerResponse) => Promise<void> {
  const forward = createForward({ ...options, proxyCount: options.proxyCount ?? 0 });
  return async (request, response) => {
    const peer = options.proxyCount === undefined ? request.ip : undefined;
    const answer = await forward(reportOf(request, peer ?? request.socket.remoteAddress));
    await answerWith(response, answer);
  };
}
