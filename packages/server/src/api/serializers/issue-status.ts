import type { ActivityView, AssigneeView, IssueView } from '#query/issues/views.ts';

// Issue status in Sentry's names: archived is `ignored`, and its condition is in the details.

type Archive = NonNullable<IssueView['issue']['archive']>;
type IssueState = Pick<IssueView['issue'], 'status' | 'substate' | 'resolution' | 'archive'>;

export function statusShape({ status, substate, resolution, archive }: IssueState) {
  if (status === 'unresolved') return { status, substatus: substate, statusDetails: {} };
  if (status === 'resolved') {
    const statusDetails =
      resolution?.how === 'next-release'
        ? { inNextRelease: true }
        : resolution?.how === 'release'
          ? { inRelease: resolution.release }
          : resolution?.how === 'commit'
            ? { inCommit: { id: resolution.commit } }
            : {};
    return { status, substatus: null, statusDetails };
  }
  const until = archive?.until ?? 'forever';
  const substatus =
    until === 'forever' || until === 'escalating'
      ? `archived_${until === 'forever' ? until : 'until_escalating'}`
      : 'archived_until_condition_met';
  return { status: 'ignored', substatus, statusDetails: archive ? archiveShape(archive) : {} };
}

function archiveShape(archive: Archive) {
  switch (archive.until) {
    case 'forever':
      return {};
    case 'escalating':
      return { untilEscalating: true };
    case 'time':
      return { ignoreUntil: new Date(archive.untilMs).toISOString() };
    case 'events':
      return { ignoreCount: archive.more };
    case 'event-rate':
      return { ignoreCount: archive.more, ignoreWindow: Math.round(archive.windowMs / 60_000) };
    case 'users':
      return { ignoreUserCount: archive.more };
    case 'user-rate':
      return { ignoreUserCount: archive.more, ignoreUserWindow: Math.round(archive.windowMs / 60_000) };
  }
}

export function assigneeShape(assignee: AssigneeView | null) {
  if (!assignee) return null;
  const { kind, name } = assignee;
  if (kind === 'team') return { type: 'team', id: String(assignee.teamId), name: assignee.slug };
  return { type: 'user', id: String(assignee.userId), name, email: assignee.email };
}

type Subscription = NonNullable<IssueView['subscription']>;

const reasons: Record<Subscription['reason'], string> = {
  comment: 'commented',
  mention: 'mentioned',
  assignment: 'assigned',
  status: 'changed_status',
  manual: 'unknown',
};

export function subscriptionShape(subscription: Subscription | null) {
  if (!subscription?.isSubscribed) return { isSubscribed: false, subscriptionDetails: null };
  return { isSubscribed: true, subscriptionDetails: { reason: reasons[subscription.reason] } };
}

const types = {
  'first-seen': 'first_seen',
  resolved: 'set_resolved',
  unresolved: 'set_unresolved',
  archived: 'set_ignored',
  unarchived: 'set_unresolved',
  regressed: 'set_regression',
  escalating: 'set_escalating',
  ongoing: 'auto_set_ongoing',
  assigned: 'assigned',
  unassigned: 'unassigned',
  priority: 'set_priority',
  merged: 'merge',
  'merged-away': 'merge',
  split: 'unmerge_source',
  'split-off': 'unmerge_destination',
  'regrouped-to': 'unmerge_source',
  'regrouped-from': 'unmerge_destination',
  undone: 'undone',
  comment: 'note',
} as const satisfies Record<ActivityView['kind'], string>;

export function activityShape(entry: ActivityView) {
  const how = entry.kind === 'resolved' ? entry.resolution.how : 'now';
  return {
    id: String(entry.id),
    type: how === 'now' ? types[entry.kind] : how === 'commit' ? 'set_resolved_in_commit' : 'set_resolved_in_release',
    dateCreated: new Date(entry.atMs).toISOString(),
    user: entry.userId === null ? null : { id: String(entry.userId), name: entry.by ?? '' },
    data: activityData(entry),
  };
}

function activityData(entry: ActivityView): object {
  switch (entry.kind) {
    case 'resolved':
      if (entry.resolution.how === 'commit') return { commit: entry.resolution.commit };
      if (entry.resolution.how === 'release') return { version: entry.resolution.release };
      return entry.resolution.how === 'next-release'
        ? { version: '', current_release_version: entry.resolution.after }
        : {};
    case 'regressed':
      return { version: entry.release };
    case 'archived':
      return archiveShape(entry.archive);
    case 'escalating':
      return { events: entry.events, forecast: entry.threshold, per: entry.per };
    case 'assigned':
      return {
        assigneeType: entry.to.kind === 'team' ? 'team' : 'user',
        assignee: String(entry.to.kind === 'team' ? entry.to.teamId : entry.to.userId),
        ...(entry.rule !== null && { integration: 'projectOwnership', rule: entry.rule }),
      };
    case 'priority':
      return { priority: entry.to };
    case 'comment':
      return { text: entry.text };
    default:
      return {};
  }
}
