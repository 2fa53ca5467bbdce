'use client';

import type { IssueStatus } from '@seismo/server';
import { BellOff, Check, RotateCcw } from 'lucide-react';
import { useOptimistic, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { moveRow } from '#features/keyboard/commands.ts';
import { toast } from '#features/toast/toast.ts';
import { setIssueStatus } from './actions.ts';

const said: Record<IssueStatus, string> = { resolved: 'resolved', ignored: 'ignored', unresolved: 'reopened' };

/** Resolve and Ignore, or the way back. Shown at once, undone from the toast. `compact` is for rows of the list. */
export function StatusButtons({
  shortId,
  status,
  compact = false,
}: {
  shortId: string;
  status: IssueStatus;
  compact?: boolean;
}) {
  const [shown, show] = useOptimistic(status);
  const [pending, start] = useTransition();

  const change = (next: IssueStatus, undo?: IssueStatus) => {
    // The row may leave the list; the focus goes on to the next one instead of getting lost with it.
    if (compact && undo) moveRow(1);
    start(async () => {
      show(next);
      const result = await setIssueStatus([shortId], next);
      if (!result.ok) toast({ text: result.message });
      else if (undo) toast({ text: `${shortId} ${said[next]}`, undo: () => change(undo) });
      else toast({ text: `${shortId} is ${next} again` });
    });
  };

  const button = (name: string, command: string, next: IssueStatus, icon: React.ReactNode, primary = false) => (
    <Button
      small={compact}
      look={compact ? 'quiet' : primary ? 'primary' : 'plain'}
      data-command={command}
      tabIndex={compact ? -1 : undefined}
      aria-label={compact ? `${name} ${shortId}` : undefined}
      title={compact ? name : undefined}
      aria-disabled={pending || undefined}
      onClick={() => pending || change(next, shown)}
    >
      {icon}
      {compact ? null : name}
    </Button>
  );

  return (
    <div className="flex items-center gap-1.5">
      {shown === 'resolved'
        ? button('Reopen', 'resolve', 'unresolved', <RotateCcw size={14} aria-hidden />)
        : button('Resolve', 'resolve', 'resolved', <Check size={14} aria-hidden />, true)}
      {shown === 'ignored'
        ? button('Stop ignoring', 'ignore', 'unresolved', <RotateCcw size={14} aria-hidden />)
        : button('Ignore', 'ignore', 'ignored', <BellOff size={14} aria-hidden />)}
    </div>
  );
}
