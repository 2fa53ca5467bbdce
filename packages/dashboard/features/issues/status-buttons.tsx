'use client';

import type { IssueStatus } from '@seismo/server';
import { Archive, ArchiveRestore, Check, ChevronDown, RotateCcw } from 'lucide-react';
import { useOptimistic } from 'react';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { archiveOptions, resolveOptions, type StatusOption } from './status-options.ts';
import { ArchiveMenu, ResolveMenu } from './status-menus.tsx';
import { useChangeIssues } from './use-change-issues.ts';

interface Props {
  issue: Target;
  shortId: string;
  status: IssueStatus;
  release: string | null;
}

/** Resolve and Archive with their options, or Reopen and Unarchive. Updates optimistically; the toast offers Undo. */
export function StatusButtons({ issue, shortId, status, release }: Props) {
  const [optimisticStatus, setOptimisticStatus] = useOptimistic(status);
  const [pending, change] = useChangeIssues();
  const apply = ({ status: next, message }: Omit<StatusOption, 'name'>) =>
    pending ||
    change({ organizationId: issue.organizationId, issues: [issue.id] }, { status: next }, message, () =>
      setOptimisticStatus(next.to),
    );
  return (
    <div className="flex items-center gap-1.5">
      {optimisticStatus === 'resolved' ? (
        <Button
          command="resolve"
          pending={pending}
          onClick={() => apply({ status: { to: 'unresolved' }, message: 'reopened' })}
        >
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
      ) : (
        <div className="flex">
          <Button
            variant="primary"
            command="resolve"
            pending={pending}
            className="rounded-r-none"
            onClick={() => apply(resolveOptions(null)[0]!)}
          >
            <Check size={14} aria-hidden />
            Resolve
          </Button>
          <ResolveMenu
            issue={issue}
            options={resolveOptions(release)}
            variant="primary"
            className="rounded-l-none border-l-on-accent/30! px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onSelect={apply}
          />
        </div>
      )}
      {optimisticStatus === 'archived' ? (
        <Button
          command="archive"
          pending={pending}
          onClick={() => apply({ status: { to: 'unresolved' }, message: 'unarchived' })}
        >
          <ArchiveRestore size={14} aria-hidden />
          Unarchive
        </Button>
      ) : (
        <div className="flex">
          <Button
            command="archive"
            pending={pending}
            className="rounded-r-none"
            onClick={() => apply(archiveOptions[0]!)}
          >
            <Archive size={14} aria-hidden />
            Archive
          </Button>
          <ArchiveMenu
            what={shortId}
            className="-ml-px rounded-l-none px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onSelect={apply}
          />
        </div>
      )}
    </div>
  );
}
