import type { MiddlewareHandler } from 'hono';
import { anonymous } from '#domain/permissions/viewer.ts';
import type { Queries } from '#query/bind.ts';
import type { ApiEnv } from './deps.ts';

/** `GET /api/0/` alone answers without a token: that is how sentry-cli finds out that it has none. */
export function authenticate(query: Queries): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const header = context.req.header('authorization');
    const token = header === undefined ? null : (/^bearer +(\S+)$/i.exec(header.slice(0, 300))?.[1] ?? '');
    const viewer = token === null ? anonymous : await query.viewerOfToken(token);
    const open = context.req.method === 'GET' && /^\/api\/0\/?$/.test(context.req.path);
    if (!viewer || (viewer === anonymous && !open)) {
      const detail = viewer
        ? 'Authentication credentials were not provided. Send "Authorization: Bearer <token>". Create a token under Settings › API tokens or with the command "seismo token create".'
        : 'Invalid token. It is unknown, deleted or expired.';
      return context.json({ detail }, 401, { 'www-authenticate': 'Bearer' });
    }
    context.set('viewer', viewer);
    return next();
  };
}
