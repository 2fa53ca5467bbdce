import type { Routes } from '../deps.ts';
import { errorCodeShape } from '../serializers/error-code.ts';

/** What the code of an error page stands for: ours, Sentry has nothing like it. */
export const errorCodeRoutes: Routes = (api, { query }) => {
  api.get('/organizations/:org/error-codes/:code', {}, async (context, viewer) =>
    context.json(errorCodeShape(await query.errorCode(viewer, context.req.param('code')))),
  );
};
