'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '#ui/menu.tsx';
import type { Target } from '#server/target.ts';
import { late } from '#shell/lazy.tsx';

const DeleteDialog = late(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

/** What is seldom done with an issue. */
export function MoreMenu({ issue, shortId }: { issue: Target; shortId: string }) {
  const [deleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  return (
    <>
      <Menu
        label="More"
        look="quiet"
        className="px-2!"
        face={<Ellipsis size={15} aria-hidden />}
        items={[{ name: 'Delete…', note: 'Deletes the issue and all its events', choose: () => setDeleting(true) }]}
      />
      {/* The palette's: the menu has no face of it until it is open. */}
      <button type="button" hidden aria-label="Delete issue" data-command="delete" onClick={() => setDeleting(true)} />
      <DeleteDialog open={deleting} issue={issue} shortId={shortId} onClose={close} />
    </>
  );
}
