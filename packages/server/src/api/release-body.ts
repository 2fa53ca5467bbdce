import { z } from 'zod';
import type { ReleaseInput } from '#command/releases/release-input.ts';

const date = z
  .string()
  .transform((text, context) => {
    const ms = Date.parse(text);
    if (!Number.isNaN(ms)) return ms;
    context.addIssue('Use a date such as 2026-11-21T09:49:29Z.');
    return z.NEVER;
  })
  .nullish();

type Change = NonNullable<ReleaseInput['commits']>[number]['files'][number]['change'];
const changes: Record<string, Change> = { A: 'added', M: 'modified', D: 'deleted' };

const commit = z.strictObject({
  id: z.string(),
  message: z.string().nullish(),
  author_name: z.string().nullish(),
  author_email: z.string().nullish(),
  timestamp: date,
  repository: z.string().nullish(),
  patch_set: z.array(z.strictObject({ path: z.string(), type: z.string() })).nullish(),
});

const ref = z.strictObject({ repository: z.string(), commit: z.string(), previousCommit: z.string().nullish() });

/** A release in Sentry's fields. */
export const releaseBody = z.strictObject({
  projects: z.array(z.union([z.string(), z.number().transform(String)])).nullish(),
  url: z.string().nullish(),
  ref: z.string().nullish(),
  dateStarted: date,
  dateReleased: date,
  status: z.enum(['open', 'archived']).nullish(),
  commits: z.array(commit).nullish(),
  refs: z.array(ref).nullish(),
  headCommits: z
    .array(z.strictObject({ repository: z.string(), currentId: z.string(), previousId: z.string().nullish() }))
    .nullish(),
});

export const newReleaseBody = releaseBody.extend({ version: z.string() });

export const deployBody = z.strictObject({
  /** go-sentry sends an empty ID for a new deploy. */
  id: z.literal('', 'Leave out the ID of a new deploy.').optional(),
  environment: z.string(),
  name: z.string().nullish(),
  url: z.string().nullish(),
  dateStarted: date,
  dateFinished: date,
});

export function releaseInput(body: z.infer<typeof releaseBody>): ReleaseInput {
  const refs =
    body.refs ??
    body.headCommits?.map(({ repository, currentId, previousId }) => ({
      repository,
      commit: currentId,
      previousCommit: previousId,
    }));
  return {
    projects: body.projects ?? undefined,
    url: body.url ?? undefined,
    ref: body.ref ?? undefined,
    startedAtMs: body.dateStarted ?? undefined,
    releasedAtMs: body.dateReleased ?? undefined,
    status: body.status ?? undefined,
    refs: refs?.map((one) => ({ ...one, previousCommit: one.previousCommit ?? null })),
    commits: body.commits?.map((one) => ({
      id: one.id,
      message: one.message?.trim() ?? '',
      authorName: one.author_name ?? '',
      authorEmail: one.author_email ?? '',
      atMs: one.timestamp ?? null,
      repository: one.repository ?? '',
      files: (one.patch_set ?? []).map(({ path, type }) => ({ path, change: changes[type] ?? 'modified' })),
    })),
  };
}
