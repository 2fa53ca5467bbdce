import type { KeyView } from '#query/projects/views.ts';

export function keyShape({ id, label, publicKey, active, rateLimit, createdAtMs, projectId, dsn }: KeyView) {
  return {
    id: String(id),
    name: label,
    label,
    public: publicKey,
    isActive: active,
    rateLimit: rateLimit && { count: rateLimit.count, window: rateLimit.windowS },
    dateCreated: new Date(createdAtMs).toISOString(),
    projectId,
    dsn: { public: dsn },
  };
}
