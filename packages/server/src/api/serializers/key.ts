import type { KeyView } from '#query/projects/views.ts';
import { constantFields } from '../constant.ts';

/** Of Sentry's loader script, which Seismo does not have. */
const loaderOptions = { hasReplay: false, hasPerformance: false, hasDebug: false };
const browserSdkVersion = 'latest';

export const keyConstants = constantFields({ browserSdkVersion });
export const loaderConstants = constantFields(loaderOptions);

/** Keys have no secret half, so Sentry's secret DSN is the same URL. */
export function keyShape({ id, label, publicKey, active, rateLimit, createdAtMs, projectId, dsn }: KeyView) {
  return {
    id: String(id),
    name: label,
    label,
    public: publicKey,
    secret: '',
    isActive: active,
    rateLimit: rateLimit && { count: rateLimit.count, window: rateLimit.windowS },
    dateCreated: new Date(createdAtMs).toISOString(),
    projectId,
    dsn: { public: dsn, secret: dsn },
    browserSdkVersion,
    dynamicSdkLoaderOptions: loaderOptions,
  };
}
