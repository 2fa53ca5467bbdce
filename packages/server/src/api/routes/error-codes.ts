import type { Routes } from '../deps.ts';
import { errorCodeShape } from '../serializers/error-code.ts';

/** What the code of an error page stands for: ours, Sentry has nothing like it. */
export const errorCodeRoutes: Routes = (api, { query }) => {
  api.get('/organizations/:org/error-codes/:code', {}, async (context) => {
    const viewer = await query.viewerInOrganization(context.get('viewer'), context.req.param('org'));
    return context.json(errorCodeShape(await query.errorCode(viewer, context.req.param('code'))));
  });
};
