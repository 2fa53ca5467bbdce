'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Menu } from '#ui/menu.tsx';
import type { Target } from '#server/target.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

/** Rare actions on an issue. */
export function MoreMenu({ issue, shortId }: { issue: Target; shortId: string }) {
  const [deleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  useCommands('page', () => ({
    name: shortId,
    commands: [{ id: 'delete', label: 'Delete issue…', words: 'remove', run: () => setDeleting(true) }],
  }));
  return (
    <>
      <Menu
        label="More"
        variant="quiet"
        className="px-2!"
        trigger={<Ellipsis size={15} aria-hidden />}
        items={[{ name: 'Delete…', note: 'Deletes the issue and all its events', onSelect: () => setDeleting(true) }]}
      />
      <DeleteDialog open={deleting} issue={issue} shortId={shortId} onClose={close} />
    </>
  );
}
