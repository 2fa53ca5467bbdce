'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '#ui/menu.tsx';
import type { Target } from '#server/target.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

/** Rare actions on an issue. */
export function MoreMenu({ issue, shortId }: { issue: Target; shortId: string }) {
  const [deleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  return (
    <>
      <Menu
        label="More"
        variant="quiet"
        className="px-2!"
        trigger={<Ellipsis size={15} aria-hidden />}
        items={[{ name: 'Delete…', note: 'Deletes the issue and all its events', onSelect: () => setDeleting(true) }]}
      />
      {/* Hidden target for the palette command: the menu item exists only while the menu is open. */}
      <button type="button" hidden aria-label="Delete issue" data-command="delete" onClick={() => setDeleting(true)} />
      <DeleteDialog open={deleting} issue={issue} shortId={shortId} onClose={close} />
    </>
  );
}
