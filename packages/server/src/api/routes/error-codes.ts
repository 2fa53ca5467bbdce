import type { Routes } from '../router.ts';
import { errorCodeShape } from '../serializers/error-code.ts';

/** The events behind an error code: Seismo's own, without a counterpart in Sentry. */
export const errorCodeRoutes: Routes = (api, { query }) => {
  api.get('/organizations/:org/error-codes/:code', {}, async (context, viewer) =>
    context.json(errorCodeShape(await query.errorCode(viewer, context.req.param('code')))),
  );
};
