import type { FeedbackStatus } from '@seismo/server';
import { Ban, Check, RotateCcw, type LucideIcon } from 'lucide-react';
import type { Command } from '#shell/commands/registry.ts';

/** The actions for feedback with a status, with the IDs that the keys have. The keys also revert. */
export function statusCommands(
  status: FeedbackStatus,
  apply: (status: FeedbackStatus) => void,
): (Command & { icon: LucideIcon })[] {
  const reopen = () => apply('open');
  return [
    status === 'done'
      ? { id: 'resolve', label: 'Reopen', icon: RotateCcw, run: reopen }
      : { id: 'resolve', label: 'Mark as done', words: 'resolve', icon: Check, run: () => apply('done') },
    status === 'spam'
      ? { id: 'archive', label: 'Not spam', words: 'reopen', icon: RotateCcw, run: reopen }
      : { id: 'archive', label: 'Mark as spam', words: 'archive', icon: Ban, run: () => apply('spam') },
  ];
}
