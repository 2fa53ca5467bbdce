import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { IssueChange } from '#command/issues/change-issues.ts';
import type { IssueMarks } from '#command/issues/mark-issues.ts';
import { Refusal } from '#watch/refusal.ts';
import { withoutEffect } from './parameters.ts';

const count = z.int().min(1).max(limits.ARCHIVE_COUNT_MAX);
const minutes = z
  .int()
  .min(1)
  .max(limits.ARCHIVE_MS_MAX / 60_000);

/** `muted` is what `sentry-cli issues mute` says for ignored; `resolvedInNextRelease` is how it was said before. */
export const changeBody = z.strictObject({
  status: z
    .enum(
      ['resolved', 'unresolved', 'ignored', 'archived', 'muted', 'resolvedInNextRelease'],
      'A status is resolved, unresolved or ignored.',
    )
    .optional(),
  statusDetails: z
    .strictObject({
      inNextRelease: z.boolean().optional(),
      inRelease: z.string().min(1).max(limits.RELEASE_CHARS_MAX).optional(),
      inCommit: z
        .union([
          z.string().max(64),
          z.strictObject({
            commit: z.string().max(64),
            repository: withoutEffect('A commit is found by its hash.'),
          }),
        ])
        .optional(),
      ignoreDuration: minutes.optional(),
      ignoreCount: count.optional(),
      ignoreWindow: minutes.optional(),
      ignoreUserCount: count.optional(),
      untilEscalating: z.boolean().optional(),
    })
    .nullish(),
  /** Minutes, as older tools name them; sentry-cli sends `null`. */
  snoozeDuration: minutes.nullish(),
  substatus: z.string().max(64).nullish(),
  assignedTo: z.union([z.string().max(limits.EMAIL_CHARS_MAX), z.int()]).nullish(),
  priority: z.enum(['high', 'medium', 'low']).optional(),
  hasSeen: z.boolean().optional(),
  isBookmarked: z.boolean().optional(),
  /** Of the issues that are named; no other change goes with it. */
  merge: z.union([z.literal(1), z.boolean()]).optional(),
});
type ChangeBody = z.infer<typeof changeBody>;

/** What a body in Sentry's shape asks for, as our commands take it. */
export function readIssueChange(body: ChangeBody): { change: IssueChange; marks: IssueMarks } {
  const change: IssueChange = {};
  if (body.status !== undefined) change.status = readStatus(body, body.status);
  if (body.assignedTo !== undefined) change.assignTo = String(body.assignedTo ?? '');
  if (body.priority !== undefined) change.priority = body.priority;
  const marks: IssueMarks = {};
  if (body.hasSeen !== undefined) marks.seen = body.hasSeen;
  if (body.isBookmarked !== undefined) marks.bookmarked = body.isBookmarked;
  if (Object.keys(change).length + Object.keys(marks).length === 0) {
    throw new Refusal('invalid', 'Nothing to change: status, assignedTo, priority, hasSeen or isBookmarked.');
  }
  return { change, marks };
}

function readStatus(
  { statusDetails, substatus, snoozeDuration }: ChangeBody,
  status: string,
): NonNullable<IssueChange['status']> {
  const details = statusDetails ?? {};
  if (status === 'unresolved') return { to: 'unresolved' };
  if (status === 'resolvedInNextRelease') return { to: 'resolved', in: 'next-release' };
  if (status === 'resolved') {
    if (details.inCommit !== undefined) {
      const { inCommit } = details;
      return { to: 'resolved', in: 'commit', commit: typeof inCommit === 'string' ? inCommit : inCommit.commit };
    }
    if (details.inNextRelease) return { to: 'resolved', in: 'next-release' };
    if (details.inRelease === 'latest') return { to: 'resolved', in: 'current-release' };
    if (details.inRelease !== undefined) return { to: 'resolved', in: 'release', release: details.inRelease };
    return { to: 'resolved', in: 'now' };
  }
  const { ignoreCount, ignoreWindow, ignoreUserCount } = details;
  const ignoreDuration = details.ignoreDuration ?? snoozeDuration ?? undefined;
  if (details.untilEscalating || substatus === 'archived_until_escalating')
    return { to: 'archived', until: 'escalating' };
  if (ignoreDuration !== undefined) return { to: 'archived', until: 'time', forMs: ignoreDuration * 60_000 };
  if (ignoreCount !== undefined) {
    return {
      to: 'archived',
      until: 'events',
      more: ignoreCount,
      ...(ignoreWindow !== undefined && { windowMs: ignoreWindow * 60_000 }),
    };
  }
  if (ignoreUserCount !== undefined) return { to: 'archived', until: 'users', more: ignoreUserCount };
  return { to: 'archived', until: 'forever' };
}
