'use client';

import type { IssueStatus } from '@seismo/server';
import { Archive, ArchiveRestore, Check, ChevronDown, RotateCcw } from 'lucide-react';
import { useOptimistic, useState } from 'react';
import { useAdvance } from '#explorer/list-walk.tsx';
import { useCommands } from '#shell/commands/use-commands.ts';
import { selectedEnvironments } from '#shell/context-bar/page-context.tsx';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { issuePath } from '../issue/event/event-params.ts';
import { reopen, statusCommands, unarchive, type IssueDialog } from './issue-commands.ts';
import { archiveOptions, resolveOptions, type StatusOption } from './status-options.ts';
import { StatusDialogs } from './status-dialogs.tsx';
import { ArchiveMenu, ResolveMenu } from './status-menus.tsx';
import { useChangeIssues } from './use-change-issues.ts';

interface Props {
  issue: Target;
  shortId: string;
  status: IssueStatus;
  release: string | null;
}

/**
 * Resolve and Archive with their options, or Reopen and Unarchive. Updates optimistically; the toast offers Undo. With a key or
 * the palette, the next issue of the list opens; with the pointer the page stays, so that a double click acts once.
 */
export function StatusButtons({ issue, shortId, status, release }: Props) {
  const [optimisticStatus, setOptimisticStatus] = useOptimistic(status);
  const [dialog, setDialog] = useState<IssueDialog | null>(null);
  const [pending, change] = useChangeIssues();
  const advance = useAdvance(issuePath(shortId));
  const apply = ({ status: next, message }: Omit<StatusOption, 'name'>) => {
    if (pending) return;
    const selected = { organizationId: issue.organizationId, issues: [issue.id] };
    change(selected, { status: next }, message, () => setOptimisticStatus(next.to));
  };
  const applyAndAdvance = (option: Omit<StatusOption, 'name'>) => {
    if (pending) return;
    apply(option);
    if (option.status.to !== 'unresolved') advance();
  };
  const archive = () => apply(optimisticStatus === 'archived' ? unarchive : archiveOptions[0]!);
  const resolve = () => apply(optimisticStatus === 'resolved' ? reopen : resolveOptions(null)[0]!);
  useCommands('page', () => ({
    name: shortId,
    commands: statusCommands({ status: optimisticStatus, release, apply: applyAndAdvance, open: setDialog }),
  }));
  return (
    <div className="flex items-center gap-1.5">
      {optimisticStatus === 'resolved' ? (
        <Button pending={pending} onClick={resolve}>
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
      ) : (
        <div className="flex">
          <Button variant="primary" pending={pending} className="rounded-r-none" onClick={resolve}>
            <Check size={14} aria-hidden />
            Resolve
          </Button>
          <ResolveMenu
            options={() => resolveOptions(release, selectedEnvironments())}
            variant="primary"
            className="rounded-l-none border-l-on-accent/30! px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onSelect={apply}
            onOther={() => setDialog('resolve')}
          />
        </div>
      )}
      {optimisticStatus === 'archived' ? (
        <Button pending={pending} onClick={archive}>
          <ArchiveRestore size={14} aria-hidden />
          Unarchive
        </Button>
      ) : (
        <div className="flex">
          <Button pending={pending} className="rounded-r-none" onClick={archive}>
            <Archive size={14} aria-hidden />
            <span className="max-sm:sr-only">Archive</span>
          </Button>
          <ArchiveMenu
            className="-ml-px rounded-l-none px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onSelect={apply}
            onOther={() => setDialog('archive')}
          />
        </div>
      )}
      <StatusDialogs open={dialog} what={shortId} issue={issue} onSelect={apply} onClose={() => setDialog(null)} />
    </div>
  );
}
