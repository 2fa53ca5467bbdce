import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { Archive, Issue, IssueState, Resolution, StateReads } from '#store/state/contract.ts';
import { newestRelease } from '../releases/order.ts';
import { Refusal } from '#platform/refusal.ts';

const more = z.int().min(1, 'Enter at least 1.').max(limits.ARCHIVE_COUNT_MAX);
const durationMs = z
  .int()
  .min(60_000, 'Enter at least one minute.')
  .max(limits.ARCHIVE_MS_MAX, 'Enter at most one year, or archive it forever.');

/** A status change by a user. */
export const statusSchema = z.union([
  z.object({ to: z.literal('unresolved') }),
  z.object({ to: z.literal('resolved'), in: z.enum(['now', 'next-release', 'current-release']) }),
  z.object({
    to: z.literal('resolved'),
    in: z.literal('release'),
    release: z.string().min(1).max(limits.RELEASE_CHARS_MAX),
  }),
  z.object({
    to: z.literal('resolved'),
    in: z.literal('commit'),
    commit: z.string().regex(/^[0-9a-zA-Z]{7,64}$/, 'Enter the full commit hash.'),
  }),
  z.object({ to: z.literal('archived'), until: z.enum(['forever', 'escalating']) }),
  z.object({ to: z.literal('archived'), until: z.literal('time'), forMs: durationMs }),
  z.object({ to: z.literal('archived'), until: z.literal('events'), more, windowMs: durationMs.optional() }),
  z.object({ to: z.literal('archived'), until: z.literal('users'), more }),
  z.object({
    to: z.literal('archived'),
    until: z.literal('user-rate'),
    more: more.max(
      limits.ARCHIVE_WINDOW_USER_COUNT_MAX,
      `Enter at most ${limits.ARCHIVE_WINDOW_USER_COUNT_MAX} users within a window.`,
    ),
    windowMs: durationMs,
  }),
]);
export type StatusChange = z.infer<typeof statusSchema>;

/** The next states of issues after a user's action, from the stored releases and counts. */
export async function nextIssueStates(
  tx: StateReads,
  issues: Issue[],
  status: StatusChange,
  nowMs: number,
): Promise<(issue: Issue) => IssueState> {
  if (status.to === 'unresolved')
    return (issue) => ({ ...unresolvedState(issue, nowMs), status: 'unresolved', substate: 'ongoing' });
  if (status.to === 'resolved') {
    const resolutions = await resolutionsOf(tx, issues, status);
    return (issue) => ({
      ...unresolvedState(issue, nowMs),
      status: 'resolved',
      resolution: resolutions.get(issue.projectId)!,
    });
  }
  const rates =
    status.until === 'escalating'
      ? await tx.eventRates(
          issues.map(({ id }) => id),
          nowMs,
        )
      : null;
  const archiveOf = (issue: Issue): Archive => {
    switch (status.until) {
      case 'forever':
        return { until: 'forever' };
      case 'time':
        return { until: 'time', untilMs: nowMs + status.forMs };
      case 'users':
        return { until: 'users', more: status.more, userCount: issue.userCount };
      case 'user-rate':
        return { until: 'user-rate', more: status.more, windowMs: status.windowMs, slots: [] };
      case 'events':
        return status.windowMs === undefined
          ? { until: 'events', more: status.more, eventCount: issue.eventCount }
          : { until: 'event-rate', more: status.more, windowMs: status.windowMs, slots: [] };
      case 'escalating': {
        const { perHour, perDay } = rates!.get(issue.id)!;
        return { until: 'escalating', perHour, perDay, eventCount: issue.eventCount };
      }
    }
  };
  return (issue) => ({ ...unresolvedState(issue, nowMs), status: 'archived', archive: archiveOf(issue) });
}

function unresolvedState({ regressedAtMs }: Issue, nowMs: number): Omit<IssueState, 'status'> {
  return { substate: null, statusAtMs: nowMs, resolution: null, archive: null, regressedAtMs };
}

async function resolutionsOf(
  tx: StateReads,
  issues: Issue[],
  status: StatusChange & { to: 'resolved' },
): Promise<Map<ProjectId, Resolution>> {
  const resolutions = new Map<ProjectId, Resolution>();
  for (const projectId of new Set(issues.map((issue) => issue.projectId))) {
    if (status.in === 'now') {
      resolutions.set(projectId, { how: 'now' });
      continue;
    }
    if (status.in === 'commit') {
      const { commit } = status;
      const release = await tx.releaseWithCommit(projectId, commit);
      resolutions.set(projectId, { how: 'commit', commit, release });
      continue;
    }
    const releases = await tx.listReleases(projectId);
    if (status.in === 'release') {
      const { release } = status;
      if (!releases.some(({ version }) => version === release)) {
        throw new Refusal(
          'invalid',
          `The project has no release ${release}. Seismo creates a release with its first event or session.`,
        );
      }
      resolutions.set(projectId, { how: 'release', release });
      continue;
    }
    const newest = newestRelease(releases);
    if (!newest) {
      throw new Refusal(
        'invalid',
        'The project has no releases. Resolve the issue without a release, or set the release option of the SDK.',
      );
    }
    resolutions.set(
      projectId,
      status.in === 'next-release'
        ? { how: 'next-release', after: newest.version }
        : { how: 'release', release: newest.version },
    );
  }
  return resolutions;
}
