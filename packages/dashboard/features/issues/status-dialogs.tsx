'use client';

import { lazyDialog } from '#shell/lazy-dialog.tsx';
import type { Target } from '#server/target.ts';
import type { IssueDialog } from './issue-commands.ts';
import type { StatusOption } from './status-options.ts';

const ArchiveDialog = lazyDialog(async () => (await import('./archive-dialog.tsx')).ArchiveDialog);
const ResolveDialog = lazyDialog(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

interface Props {
  open: IssueDialog | null;
  /** The issue, or the number of issues. */
  what: string;
  /** One of the issues; its project has the releases. */
  issue: Target;
  onSelect: (option: Omit<StatusOption, 'name'>) => void;
  onClose: () => void;
}

/** The dialogs for custom ways to resolve and archive. */
export function StatusDialogs({ open, what, issue, onSelect, onClose }: Props) {
  return (
    <>
      <ArchiveDialog open={open === 'archive'} what={what} onSelect={onSelect} onClose={onClose} />
      <ResolveDialog
        open={open === 'resolve'}
        issue={issue}
        onSelect={(option) => {
          onClose();
          onSelect(option);
        }}
        onClose={onClose}
      />
    </>
  );
}
