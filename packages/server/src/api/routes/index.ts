import { scopes } from '#domain/permissions/viewer.ts';
import type { Routes } from '../router.ts';
import { userShape } from '../serializers/user.ts';

/** The user and the scopes of the token. */
export const indexRoutes: Routes = (api, { query, publicUrl }) => {
  api.get('/', {}, async (context) => {
    const viewer = context.get('viewer');
    const me = await query.me(viewer);
    return context.json({
      version: '0',
      auth: me && { scopes: viewer.scopes ?? scopes },
      user: me && userShape(me),
    });
  });

  /** Terraform checks first whether the server is there. */
  api.get('/internal/health', {}, (context) => context.json({ healthy: {}, problems: [] }));

  /** Sentry spreads organizations over regions; this server is the only one. */
  api.get('/users/me/regions', {}, (context) => context.json({ regions: [{ name: 'seismo', url: publicUrl }] }));

  api.get('/auth', {}, async (context) => {
    const me = await query.me(context.get('viewer'));
    return me ? context.json(userShape(me)) : context.json({ detail: 'The token belongs to no user.' }, 401);
  });
};
