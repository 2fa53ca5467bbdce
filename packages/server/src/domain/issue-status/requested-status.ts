import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import { newestRelease, type DatedRelease } from '../releases/order.ts';
import type { EventRate } from './escalation.ts';
import type { Archive, IssueState, Resolution } from './issue-status.ts';

const more = z.int().min(1, 'Enter at least 1.').max(limits.ARCHIVE_COUNT_MAX);
const durationMs = z
  .int()
  .min(60_000, 'Enter at least one minute.')
  .max(limits.ARCHIVE_MS_MAX, 'Enter at most one year, or archive it forever.');

/** A status change by a user. */
export const statusSchema = z.union([
  z.object({ to: z.literal('unresolved') }),
  z.object({ to: z.literal('resolved'), in: z.literal('now') }),
  z.object({
    to: z.literal('resolved'),
    in: z.enum(['next-release', 'current-release']),
    /** Of the releases seen in one of these environments; by default of all releases. */
    environments: z.array(z.string()).max(limits.FILTER_NAME_COUNT_MAX).optional(),
  }),
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

/** What a status can depend on, besides the issue; present only if this one does. */
export interface StatusContext {
  /** To archive until escalating. */
  rates?: ReadonlyMap<IssueId, EventRate>;
  /** To resolve in a commit: the first release of each project that contains it. */
  releasesWithCommit?: ReadonlyMap<ProjectId, string | null>;
  /** To resolve in any other release: those of the issues' projects, in the environments of the change. */
  releases?: readonly (DatedRelease & { projectId: ProjectId })[];
}

interface ChangedIssue extends IssueState {
  id: IssueId;
  projectId: ProjectId;
  eventCount: number;
  userCount: number;
}

/** The next states of issues after a user's action. */
export function nextIssueStates<Issue extends ChangedIssue>(
  issues: readonly Issue[],
  status: StatusChange,
  context: StatusContext,
  nowMs: number,
): (issue: Issue) => IssueState {
  if (status.to === 'unresolved')
    return (issue) => ({ ...unresolvedState(issue, nowMs), status: 'unresolved', substate: 'ongoing' });
  if (status.to === 'resolved') {
    const projectIds = new Set(issues.map(({ projectId }) => projectId));
    const resolutions = new Map([...projectIds].map((id) => [id, resolutionIn(id, status, context)]));
    return (issue) => ({
      ...unresolvedState(issue, nowMs),
      status: 'resolved',
      resolution: resolutions.get(issue.projectId)!,
    });
  }
  const archiveOf = (issue: ChangedIssue): Archive => {
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
        const { perHour, perDay } = context.rates!.get(issue.id)!;
        return { until: 'escalating', perHour, perDay, eventCount: issue.eventCount };
      }
    }
  };
  return (issue) => ({ ...unresolvedState(issue, nowMs), status: 'archived', archive: archiveOf(issue) });
}

function unresolvedState({ regressedAtMs }: IssueState, nowMs: number): Omit<IssueState, 'status'> {
  return { substate: null, statusAtMs: nowMs, resolution: null, archive: null, regressedAtMs };
}

function resolutionIn(
  projectId: ProjectId,
  status: StatusChange & { to: 'resolved' },
  context: StatusContext,
): Resolution {
  if (status.in === 'now') return { how: 'now' };
  if (status.in === 'commit') {
    return { how: 'commit', commit: status.commit, release: context.releasesWithCommit?.get(projectId) ?? null };
  }
  const releases = context.releases!.filter((each) => each.projectId === projectId);
  if (status.in === 'release') {
    const { release } = status;
    if (releases.some(({ version }) => version === release)) return { how: 'release', release };
    throw new Refusal(
      'invalid',
      `The project has no release ${release}. Seismo creates a release with its first event or session.`,
    );
  }
  const newest = newestRelease(releases);
  if (!newest && status.environments?.length) {
    throw new Refusal('invalid', `The project has no releases in ${status.environments.join(' or ')}.`);
  }
  if (!newest) {
    throw new Refusal(
      'invalid',
      'The project has no releases. Resolve the issue without a release, or set the release option of the SDK.',
    );
  }
  return status.in === 'next-release'
    ? { how: 'next-release', after: newest.version }
    : { how: 'release', release: newest.version };
}
