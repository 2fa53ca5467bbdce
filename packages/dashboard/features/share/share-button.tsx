'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Opens the dialog with share links to the current event. */
export function ShareButton({ issue, shortId, eventId }: { issue: Target; shortId: string; eventId: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useCommands('page', () => ({
    name: shortId,
    commands: [{ id: 'share', label: 'Share…', words: 'link public send', run: () => setOpen(true) }],
  }));
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label="Share"
        title="Share"
        className="px-2!"
        onClick={() => setOpen(true)}
      >
        <Share2 size={15} aria-hidden />
      </Button>
      <ShareDialog open={open} issue={issue} shortId={shortId} eventId={eventId} onClose={close} />
    </>
  );
}
