'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useMerge } from '#features/grouping/use-regroup.ts';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Menu } from '#ui/menu.tsx';
import type { Target } from '#server/target.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';

const MergeDialog = lazyDialog(async () => (await import('../grouping/merge-dialog.tsx')).MergeDialog);
const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

interface Props {
  issue: Target;
  shortId: string;
  mayMerge: boolean;
  mayDelete: boolean;
}

/** Rare actions on an issue. */
export function MoreMenu({ issue, shortId, mayMerge, mayDelete }: Props) {
  const [dialog, setDialog] = useState<'merge' | 'delete' | null>(null);
  const [merging, merge] = useMerge(issue.organizationId);
  const close = () => setDialog(null);
  const actions = [
    {
      id: 'merge-into',
      isAllowed: mayMerge && !merging,
      name: 'Merge into…',
      note: 'Moves its events into another issue',
      label: 'Merge into another issue…',
      words: 'join group combine duplicate',
      run: () => setDialog('merge'),
    },
    {
      id: 'delete',
      isAllowed: mayDelete,
      name: 'Delete…',
      note: 'Deletes the issue and all its events',
      label: 'Delete issue…',
      words: 'remove',
      run: () => setDialog('delete'),
    },
  ].filter(({ isAllowed }) => isAllowed);
  useCommands('page', () => ({ name: shortId, commands: actions }));
  return (
    <>
      <Menu
        label="More"
        variant="quiet"
        className="px-2!"
        disabled={merging}
        trigger={<Ellipsis size={15} aria-hidden />}
        items={actions.map(({ name, note, run }) => ({ name, note, onSelect: run }))}
      />
      <MergeDialog
        open={dialog === 'merge'}
        issue={issue}
        shortId={shortId}
        onSelect={(into) => {
          close();
          merge({ id: issue.id, shortId }, into);
        }}
        onClose={close}
      />
      <DeleteDialog open={dialog === 'delete'} issue={issue} shortId={shortId} onClose={close} />
    </>
  );
}
