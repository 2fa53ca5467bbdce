import type { Archive, IssueRow, Resolution } from '@seismo/server';
import type { ReactNode } from 'react';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Badge } from '#ui/badge.tsx';
import { count, plural } from '#ui/count.ts';
import { durationText } from './archive-option.ts';

type StatusFields = Pick<IssueRow, 'status' | 'substate' | 'resolution' | 'archive' | 'handled'>;

/** Badges for the status of an issue. */
export function StatusBadges({ issue }: { issue: StatusFields }) {
  return (
    <>
      {issue.substate === 'new' ? <Badge tone="accent">New</Badge> : null}
      {issue.substate === 'regressed' ? <Badge tone="warning">Regressed</Badge> : null}
      {issue.substate === 'escalating' ? <Badge tone="error">Escalating</Badge> : null}
      {issue.status === 'resolved' ? <Badge tone="good">{resolvedWords(issue.resolution)}</Badge> : null}
      {issue.status === 'archived' ? <Badge>{archivedWords(issue.archive)}</Badge> : null}
      {issue.handled === false ? <Badge>Unhandled</Badge> : null}
    </>
  );
}

function resolvedWords(resolution: Resolution | null): string {
  if (resolution?.how === 'next-release') return 'Resolved in next release';
  if (resolution?.how === 'commit') return `Resolved in ${resolution.commit.slice(0, 7)}`;
  return resolution?.how === 'release' ? `Resolved in ${resolution.release}` : 'Resolved';
}

function archivedWords(archive: Archive | null): ReactNode {
  switch (archive?.until) {
    case 'time':
      return (
        <>
          Archived until <ExactTime atMs={archive.untilMs} to="minute" />
        </>
      );
    case 'events':
      return `Archived until ${plural(archive.more, 'more event')}`;
    case 'event-rate':
      return `Archived until ${plural(archive.more, 'event')} in ${durationText(archive.windowMs)}`;
    case 'users':
      return `Archived until ${plural(archive.more, 'more user')}`;
    case 'user-rate':
      return `Archived until ${plural(archive.more, 'user')} in ${durationText(archive.windowMs)}`;
    case 'escalating':
      return `Archived until more than ${count(archive.perHour)} events per hour or ${count(archive.perDay)} per day`;
    default:
      return 'Archived';
  }
}
