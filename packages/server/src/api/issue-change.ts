import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { IssueChange } from '#command/issues/change-issues.ts';
import type { IssueFlags } from '#command/issues/flag-issues.ts';
import { Refusal } from '#platform/refusal.ts';
import { withoutEffect } from './parameters.ts';

const count = z.int().min(1).max(limits.ARCHIVE_COUNT_MAX);
const minutes = z
  .int()
  .min(1)
  .max(limits.ARCHIVE_MS_MAX / 60_000);

/** The condition of an archive. Sentry takes it in `statusDetails` and beside it. */
const archiveFields = {
  ignoreDuration: minutes.nullish(),
  /** The name of `ignoreDuration` in Sentry's first versions. */
  snoozeDuration: minutes.nullish(),
  ignoreCount: count.nullish(),
  ignoreWindow: minutes.nullish(),
  ignoreUserCount: count.nullish(),
  ignoreUserWindow: minutes.nullish(),
};

const substatuses = [
  'archived_until_condition_met',
  'archived_until_escalating',
  'archived_forever',
  'ongoing',
] as const;

/** `sentry-cli issues mute` sends `muted` for ignored; `resolvedInNextRelease` is a former name. */
export const changeBody = z.strictObject({
  status: z
    .enum(
      ['resolved', 'unresolved', 'ignored', 'archived', 'muted', 'resolvedInNextRelease'],
      'Use resolved, unresolved or ignored.',
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
      untilEscalating: z.boolean().optional(),
      ...archiveFields,
    })
    .nullish(),
  ...archiveFields,
  substatus: z.enum(substatuses, `Use one of these substatuses: ${substatuses.join(', ')}.`).nullish(),
  assignedTo: z.union([z.string().max(limits.EMAIL_CHARS_MAX), z.int()]).nullish(),
  priority: z.enum(['high', 'medium', 'low']).optional(),
  hasSeen: z.boolean().optional(),
  isBookmarked: z.boolean().optional(),
  isSubscribed: z.boolean().optional(),
  /** For the named issues; no other change can be combined with it. */
  merge: z.union([z.literal(1), z.boolean()]).optional(),
});
type ChangeBody = z.infer<typeof changeBody>;

interface ChangeOfBody {
  change: IssueChange;
  flags: IssueFlags;
  isSubscribed: boolean | undefined;
}

/** Translates a body in Sentry's shape into our commands. */
export function readIssueChange(body: ChangeBody): ChangeOfBody {
  const change: IssueChange = {};
  const status = body.status ?? statusOfSubstatus(body);
  if (status !== undefined) change.status = readStatus(body, status);
  if (body.assignedTo !== undefined) change.assignTo = String(body.assignedTo ?? '');
  if (body.priority !== undefined) change.priority = body.priority;
  const flags: IssueFlags = {};
  if (body.hasSeen !== undefined) flags.seen = body.hasSeen;
  if (body.isBookmarked !== undefined) flags.bookmarked = body.isBookmarked;
  const { isSubscribed } = body;
  if (Object.keys(change).length + Object.keys(flags).length === 0 && isSubscribed === undefined) {
    throw new Refusal(
      'invalid',
      'The request changes nothing. Set status, assignedTo, priority, hasSeen, isBookmarked or isSubscribed.',
    );
  }
  return { change, flags, isSubscribed };
}

type StatusChange = NonNullable<IssueChange['status']>;

/** As in Sentry, a substatus implies its status, and so does an archive condition. */
function statusOfSubstatus(body: ChangeBody): NonNullable<ChangeBody['status']> | undefined {
  if (body.substatus) return body.substatus === 'ongoing' ? 'unresolved' : 'ignored';
  if (given(body, archiveNames).length > 0)
    throw new Refusal('invalid', 'status: Archive conditions require the status "ignored".');
  return undefined;
}

const archiveNames = Object.keys(archiveFields) as (keyof typeof archiveFields)[];
const resolveNames = ['inNextRelease', 'inRelease', 'inCommit'] as const;

function given<Name extends string>(from: Partial<Record<Name, unknown>>, names: readonly Name[]): Name[] {
  return names.filter((name) => from[name] !== undefined && from[name] !== null && from[name] !== false);
}

function readStatus(body: ChangeBody, status: NonNullable<ChangeBody['status']>): StatusChange {
  const details = { ...pick(body, given(body, archiveNames)), ...body.statusDetails };
  const archive = given(details, [...archiveNames, 'untilEscalating']);
  const resolve = given(details, resolveNames);
  if (status === 'unresolved' || status === 'resolved' || status === 'resolvedInNextRelease') {
    refuseOthers(archive, status);
    if (status === 'unresolved') refuseOthers(resolve, status);
    if (body.substatus && (status !== 'unresolved' || body.substatus !== 'ongoing')) {
      throw new Refusal('invalid', `substatus: An issue that is ${status} cannot be ${body.substatus}.`);
    }
    return status === 'unresolved' ? { to: 'unresolved' } : readResolved(details, status);
  }
  refuseOthers(resolve, 'ignored');
  return readArchived(details, body.substatus ?? null);
}

function refuseOthers(names: string[], status: string): void {
  if (names.length > 0) throw new Refusal('invalid', `${names[0]}: Not possible with the status "${status}".`);
}

type Details = Partial<NonNullable<ChangeBody['statusDetails']>>;

function readResolved(
  { inNextRelease, inRelease, inCommit }: Details,
  status: 'resolved' | 'resolvedInNextRelease',
): StatusChange {
  if (status === 'resolvedInNextRelease') return { to: 'resolved', in: 'next-release' };
  if (inCommit !== undefined) {
    return { to: 'resolved', in: 'commit', commit: typeof inCommit === 'string' ? inCommit : inCommit.commit };
  }
  if (inNextRelease) return { to: 'resolved', in: 'next-release' };
  if (inRelease === 'latest') return { to: 'resolved', in: 'current-release' };
  if (inRelease !== undefined) return { to: 'resolved', in: 'release', release: inRelease };
  return { to: 'resolved', in: 'now' };
}

function readArchived(details: Details, substatus: ChangeBody['substatus']): StatusChange {
  const condition = conditionOf(details);
  const means =
    condition === null
      ? 'archived_forever'
      : condition.until === 'escalating'
        ? 'archived_until_escalating'
        : 'archived_until_condition_met';
  if (substatus === 'archived_until_escalating' && condition === null) return { to: 'archived', until: 'escalating' };
  if (substatus && substatus !== means) {
    throw new Refusal(
      'invalid',
      condition === null
        ? `substatus: ${substatus} needs a condition: ignoreDuration, ignoreCount or ignoreUserCount.`
        : `substatus: ${substatus} contradicts the condition that was sent with it, which means ${means}.`,
    );
  }
  return condition ?? { to: 'archived', until: 'forever' };
}

/** One condition at a time; Sentry allows several, of which any ends the archive. */
function conditionOf(details: Details): (StatusChange & { to: 'archived' }) | null {
  const { ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow, untilEscalating } = details;
  const minutesToWait = details.ignoreDuration ?? details.snoozeDuration;
  const conditions: (StatusChange & { to: 'archived' })[] = [];
  if (untilEscalating) conditions.push({ to: 'archived', until: 'escalating' });
  if (minutesToWait) conditions.push({ to: 'archived', until: 'time', forMs: minutesToWait * 60_000 });
  if (ignoreCount) {
    const windowMs = ignoreWindow ? { windowMs: ignoreWindow * 60_000 } : {};
    conditions.push({ to: 'archived', until: 'events', more: ignoreCount, ...windowMs });
  } else if (ignoreWindow) throw new Refusal('invalid', 'ignoreWindow: Send it together with ignoreCount.');
  if (ignoreUserCount && ignoreUserWindow) {
    if (ignoreUserCount > limits.ARCHIVE_WINDOW_USER_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `ignoreUserCount: Use at most ${limits.ARCHIVE_WINDOW_USER_COUNT_MAX} with ignoreUserWindow.`,
      );
    }
    conditions.push({ to: 'archived', until: 'user-rate', more: ignoreUserCount, windowMs: ignoreUserWindow * 60_000 });
  } else if (ignoreUserCount) conditions.push({ to: 'archived', until: 'users', more: ignoreUserCount });
  else if (ignoreUserWindow) throw new Refusal('invalid', 'ignoreUserWindow: Send it together with ignoreUserCount.');
  if (conditions.length > 1) {
    throw new Refusal('invalid', 'statusDetails: Send one condition: ignoreDuration, ignoreCount or ignoreUserCount.');
  }
  return conditions[0] ?? null;
}

function pick<T extends object, Name extends keyof T>(from: T, names: Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
}
