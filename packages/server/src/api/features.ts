import type { Context, Hono } from 'hono';
import type { ApiDeps, ApiEnv } from './deps.ts';

/** Sentry's features that Seismo lacks: the message that clients show, and their paths. */
export interface Feature {
  sentence: string;
  /** Below `/organizations/{org}/`, `/projects/{org}/{project}/` and `/issues/{issue}/`, or from the root. */
  organization?: string[];
  project?: string[];
  issue?: string[];
  root?: string[];
  /** Values of `dataset`, wherever it is a parameter. */
  datasets?: string[];
  /** Data categories of the stats API. */
  categories?: string[];
}

export const features = {
  traces: {
    sentence: "Seismo does not have this part of Sentry's trace API. Use events with dataset=spans.",
    organization: [
      'agents',
      'ai-conversations',
      'events-has-measurements',
      'events-spans-performance',
      'events-trace',
      'events-trace-light',
      'events-trace-meta',
      'events-vitals',
      'measurements-meta',
      'spans',
      'spans-samples',
      'starred-service-spans',
      'trace-summary',
      'traces',
    ],
    datasets: ['spansIndexed', 'spansMetrics', 'transactions', 'transactionLike', 'transaction_like'],
  },
  logs: {
    sentence: 'Seismo does not store logs yet.',
    organization: ['trace-logs'],
    datasets: ['logs', 'ourlogs'],
    categories: ['log_item', 'log_byte'],
  },
  metrics: {
    sentence: 'Seismo does not store metrics yet.',
    organization: ['metrics'],
    datasets: ['metrics', 'metricsEnhanced', 'generic_metrics', 'tracemetrics'],
    categories: ['trace_metric', 'trace_metric_byte', 'metric_bucket'],
  },
  replays: {
    sentence: 'Seismo does not store replays yet.',
    organization: ['replay-count', 'replay-selectors', 'replays'],
    project: ['replays'],
    issue: ['replays'],
    datasets: ['replays'],
    categories: ['replay', 'replay_video'],
  },
  profiling: {
    sentence: 'Seismo does not store profiles yet.',
    organization: ['profiling'],
    project: ['profiling'],
    datasets: ['profiles', 'profile_functions', 'profileFunctions'],
    categories: ['profile', 'profile_chunk', 'profile_chunk_ui', 'profile_duration', 'profile_duration_ui'],
  },
  alerts: {
    sentence: "Seismo does not have this part of Sentry's alert API. Use workflows and detectors.",
    organization: [
      'alert-rules',
      'available-actions',
      'combined-rules',
      'data-conditions',
      'detector-types',
      'incidents',
      'notifications',
    ],
    project: ['alert-rule-task', 'alert-rules', 'combined-rules', 'rule-task'],
  },
  monitors: {
    sentence: 'Seismo does not have cron or uptime monitors yet.',
    organization: [
      'monitors',
      'monitors-count',
      'monitors-schedule-buckets',
      'monitors-schedule-data',
      'monitors-stats',
      'uptime',
      'uptime-count',
      'uptime-stats',
      'uptime-summary',
    ],
    project: ['monitors', 'uptime'],
    categories: ['monitor', 'monitor_seat', 'uptime'],
  },
  dashboards: { sentence: 'Seismo does not have custom dashboards yet.', organization: ['dashboards'] },
  ai: {
    sentence: 'Seismo has no AI service.',
    organization: ['autofix', 'seer', 'seer-rpc', 'trace-explorer-ai'],
    project: ['autofix', 'autofix-repos', 'seer'],
    issue: ['ai-autofix', 'autofix', 'seer', 'summarize'],
    root: ['seer'],
  },
  integrations: {
    sentence: 'Seismo has no integrations yet. It does not connect to issue trackers, chat services or code hosts.',
    organization: [
      'codeowners-associations',
      'config',
      'external-users',
      'forwarding',
      'integrations',
      'plugins',
      'sentry-app-components',
      'sentry-app-installations',
      'sentry-apps',
    ],
    project: ['codeowners', 'hooks', 'plugins'],
    issue: ['integrations', 'plugins'],
    root: ['sentry-app-installations', 'sentry-apps'],
  },
  'debug-files': {
    sentence: 'Seismo does not support native debug files, only JavaScript source maps.',
    project: ['files/dsyms', 'files/proguard-artifact-releases', 'reprocessing', 'symbol-sources'],
  },
  builds: {
    sentence: 'Seismo does not store mobile builds or screen snapshots.',
    organization: ['builds', 'preprod', 'preprodartifacts'],
    project: ['files/preprodartifacts', 'preprod', 'preprodartifacts'],
  },
  discover: { sentence: 'Seismo does not store saved Discover queries.', organization: ['discover'] },
  flags: { sentence: 'Seismo does not have a feature flag audit log.', organization: ['flags'] },
  stats: {
    sentence: "Seismo does not provide these counts here. Use the organization's stats_v2 route or the Stats page.",
    organization: ['stats-summary'],
    project: ['stats'],
  },
  scim: { sentence: 'Seismo has no SCIM provisioning.', organization: ['scim'] },
  tokens: {
    sentence: 'A token cannot list, create or delete tokens. Use Settings › API tokens.',
    organization: ['org-auth-tokens'],
    root: ['api-tokens'],
  },
  subscriptions: {
    sentence: 'Seismo has no subscriptions, quotas or trials, because it is self-hosted.',
    organization: ['relay_usage'],
    root: ['customers'],
  },
} satisfies Record<string, Feature>;

export type FeatureName = keyof typeof features;

export class MissingFeature extends Error {
  override name = 'MissingFeature';
  readonly feature: FeatureName;

  constructor(feature: FeatureName) {
    super(`${features[feature].sentence} See "What Seismo does not have" in docs/api.md.`);
    this.feature = feature;
  }
}

/**
 * 501, because Sentry's CLIs show its text: they report 404 as "organization not found", and blame the token for 403
 * and the caller for 400.
 */
export function answerMissing(context: Context, { feature, message }: MissingFeature): Response {
  return context.json({ detail: message, feature }, 501);
}

const datasets = new Map<string, FeatureName>(
  Object.entries(features as Record<FeatureName, Feature>).flatMap(([name, { datasets: all = [] }]) =>
    all.map((dataset) => [dataset, name as FeatureName] as const),
  ),
);

const categories = new Map<string, FeatureName>(
  Object.entries(features as Record<FeatureName, Feature>).flatMap(([name, { categories: all = [] }]) =>
    all.map((category) => [category, name as FeatureName] as const),
  ),
);

export function categoryFeature(category: string): FeatureName | undefined {
  return categories.get(category);
}

/** Before the routes: otherwise requests for data sets that Seismo does not store would get other data. */
export function refuseDatasets(hono: Hono<ApiEnv>): void {
  hono.use('*', async (context, next) => {
    const missing = (context.req.queries('dataset') ?? []).flatMap((dataset) => datasets.get(dataset) ?? [])[0];
    if (missing) throw new MissingFeature(missing);
    return next();
  });
}

/** After the routes, so that a path that is answered is never refused. */
export function refuseFeatures(hono: Hono<ApiEnv>, { query }: Pick<ApiDeps, 'query'>): void {
  for (const [name, feature] of Object.entries(features) as [FeatureName, Feature][]) {
    for (const path of featurePaths(feature)) {
      hono.all(`${path}/*`, async (context) => {
        // Data without permission does not exist, for every route.
        const organization = context.req.param('org');
        const viewer = context.get('viewer');
        if (organization !== undefined) await query.viewerInOrganization(viewer, organization);
        throw new MissingFeature(name);
      });
    }
  }
}

export function featurePaths({ organization = [], project = [], issue = [], root = [] }: Feature): string[] {
  return [
    ...organization.map((part) => `/organizations/:org/${part}`),
    ...project.map((part) => `/projects/:org/:project/${part}`),
    ...issue.flatMap((part) => [`/organizations/:org/issues/:issue/${part}`, `/issues/:issue/${part}`]),
    ...root.map((part) => `/${part}`),
  ];
}
