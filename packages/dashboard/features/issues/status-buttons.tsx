'use client';

import type { IssueStatus } from '@seismo/server';
import { Archive, ArchiveRestore, Check, ChevronDown, RotateCcw } from 'lucide-react';
import { useOptimistic } from 'react';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { archiveChoices, resolveChoices, type LifeChoice } from './life-choices.ts';
import { ArchiveMenu, ResolveMenu } from './life-menus.tsx';
import { useChange } from './use-change.ts';

/** Resolve and Archive with all their ways, or the way back. Shown at once, undone from the toast. */
export function StatusButtons({
  issue,
  shortId,
  status,
  release,
}: {
  issue: Target;
  shortId: string;
  status: IssueStatus;
  release: string | null;
}) {
  const [shown, show] = useOptimistic(status);
  const [pending, change] = useChange();
  const choose = ({ status: next, said }: Omit<LifeChoice, 'name'>) =>
    pending ||
    change({ organizationId: issue.organizationId, issues: [issue.id] }, { status: next }, said, () => show(next.to));
  return (
    <div className="flex items-center gap-1.5">
      {shown === 'resolved' ? (
        <Button
          command="resolve"
          pending={pending}
          onClick={() => choose({ status: { to: 'unresolved' }, said: 'reopened' })}
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
            onClick={() => choose(resolveChoices(null)[0]!)}
          >
            <Check size={14} aria-hidden />
            Resolve
          </Button>
          <ResolveMenu
            issue={issue}
            choices={resolveChoices(release)}
            variant="primary"
            className="rounded-l-none border-l-on-accent/30! px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onChoose={choose}
          />
        </div>
      )}
      {shown === 'archived' ? (
        <Button
          command="archive"
          pending={pending}
          onClick={() => choose({ status: { to: 'unresolved' }, said: 'unarchived' })}
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
            onClick={() => choose(archiveChoices[0]!)}
          >
            <Archive size={14} aria-hidden />
            Archive
          </Button>
          <ArchiveMenu
            what={shortId}
            className="-ml-px rounded-l-none px-1.5!"
            disabled={pending}
            trigger={<ChevronDown size={14} aria-hidden />}
            onChoose={choose}
          />
        </div>
      )}
    </div>
  );
}
