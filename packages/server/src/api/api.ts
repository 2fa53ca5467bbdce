import { limits } from '@seismo/protocol';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { REQUEST_ID, requestIdOf } from '#platform/request-id.ts';
import { authenticate } from './authenticate.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { answerMissing, MissingFeature, refuseDatasets, refuseFeatures } from './features.ts';
import { alertRuleRoutes } from './routes/alert-rules.ts';
import { attachmentRoutes } from './routes/attachments.ts';
import { commentRoutes } from './routes/comments.ts';
import { detectorRoutes } from './routes/detectors.ts';
import { discoverRoutes } from './routes/discover.ts';
import { endUserRoutes } from './routes/end-users.ts';
import { errorCodeRoutes } from './routes/error-codes.ts';
import { eventRoutes } from './routes/events.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { exportRoutes } from './routes/exports.ts';
import { filterRoutes } from './routes/filters.ts';
import { indexRoutes } from './routes/index.ts';
import { issueRoutes } from './routes/issues.ts';
import { keyRoutes } from './routes/keys.ts';
import { limitRoutes } from './routes/limits.ts';
import { memberRoutes } from './routes/members.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { ownershipRoutes } from './routes/ownership.ts';
import { projectRoutes } from './routes/projects.ts';
import { releaseFileRoutes } from './routes/release-files.ts';
import { releaseRoutes } from './routes/releases.ts';
import { repositoryRoutes } from './routes/repositories.ts';
import { ruleRoutes } from './routes/rules.ts';
import { shareRoutes } from './routes/share-links.ts';
import { searchRoutes } from './routes/searches.ts';
import { spikeProtectionRoutes } from './routes/spike-protection.ts';
import { statsRoutes } from './routes/stats.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { teamRoutes } from './routes/teams.ts';
import { traceRoutes } from './routes/traces.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { createRouter, type Route } from './router.ts';
import { statusOf } from './status-of.ts';

const all = [
  indexRoutes,
  organizationRoutes,
  memberRoutes,
  projectRoutes,
  filterRoutes,
  ownershipRoutes,
  spikeProtectionRoutes,
  keyRoutes,
  limitRoutes,
  issueRoutes,
  commentRoutes,
  shareRoutes,
  teamRoutes,
  eventRoutes,
  attachmentRoutes,
  discoverRoutes,
  traceRoutes,
  statsRoutes,
  errorCodeRoutes,
  feedbackRoutes,
  exportRoutes,
  endUserRoutes,
  searchRoutes,
  releaseRoutes,
  repositoryRoutes,
  releaseFileRoutes,
  uploadRoutes,
  workflowRoutes,
  detectorRoutes,
  alertRuleRoutes,
  ruleRoutes,
];

/**
 * The Sentry Web API under `/api/0/`, as far as sentry-cli, the bundler plugins and scripts use it (protocol.md §7).
 * Bearer tokens only: cookies are ignored, so that no foreign page can act through a browser.
 */
export function createApi(deps: ApiDeps): Hono<ApiEnv> {
  // Sentry's paths end in a slash, which scripts omit: in non-strict mode Hono removes it before routing.
  const api = new Hono<ApiEnv>({ strict: false }).basePath('/api/0');
  api.use('*', async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  api.use('*', authenticate(deps.query));
  refuseDatasets(api);
  register(api, deps);
  refuseFeatures(api, deps);
  api.notFound((context) =>
    context.json(
      { detail: `No route matches ${context.req.method} on this path. See docs/api.md for all routes.` },
      404,
    ),
  );
  api.onError((error, context) => {
    if (error instanceof MissingFeature) return answerMissing(context, error);
    const status = statusOf(error);
    if (status === 503) context.header('retry-after', String(limits.DISK_FULL_RETRY_AFTER_S));
    if (status === 429) context.header('retry-after', String(limits.TOO_MANY_RETRY_AFTER_S));
    if (status !== null) return context.json({ detail: error.message }, status);
    if (error instanceof HTTPException) return context.json({ detail: error.message }, error.status);
    const requestId = requestIdOf(context.req.header(REQUEST_ID));
    context.header(REQUEST_ID, requestId);
    deps.log.error(
      { stage: 'api', requestId, path: context.req.path, error: error.stack ?? String(error) },
      'an API request failed',
    );
    return context.json({ detail: 'Internal error. The server log has the details.' }, 500);
  });
  return api;
}

/** Every route with its parameters, for the documentation. */
export function listRoutes(): Route[] {
  return register(new Hono<ApiEnv>(), {} as ApiDeps);
}

function register(hono: Hono<ApiEnv>, deps: ApiDeps): Route[] {
  const { router, routes } = createRouter(hono, deps);
  for (const add of all) add(router, deps);
  return routes;
}
