'use client';

import type { FeedbackStatus } from '@seismo/server';
import { useOptimistic } from 'react';
import { useAdvance } from '#explorer/list-walk.tsx';
import { useCommands } from '#shell/commands/use-commands.ts';
import { moveRow } from '#shell/keyboard/rows.ts';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { statusCommands } from './status-commands.ts';
import { useChangeStatus } from './use-change-status.ts';

type Props = Target & { status: FeedbackStatus; author: string };

/** Done and Spam, or Reopen. Updates optimistically; the toast offers Undo. */
export function FeedbackStatusButtons({ organizationId, id, status, author }: Props) {
  const [optimisticStatus, setOptimisticStatus] = useOptimistic(status);
  const [pending, mark] = useChangeStatus(organizationId);
  const advance = useAdvance(`/feedback/${id}`);
  const apply = (next: FeedbackStatus) => pending || mark([id], next, () => setOptimisticStatus(next));
  const buttons = statusCommands(optimisticStatus, apply);
  // As on issues, a key opens the next feedback of the list.
  useCommands('page', () => ({
    name: `Feedback from ${author}`,
    commands: statusCommands(optimisticStatus, (next) => {
      apply(next);
      if (next !== 'open') advance();
    }),
  }));
  return (
    <div className="flex items-center gap-1.5">
      {buttons.map(({ id: command, label, icon: Icon, run }) => (
        <Button
          key={command}
          variant={command === 'resolve' && optimisticStatus !== 'done' ? 'primary' : 'plain'}
          pending={pending}
          onClick={run}
        >
          <Icon size={14} aria-hidden />
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The same on a row of the list, as icons. */
export function RowStatusButtons({ organizationId, id, status, author }: Props) {
  const [pending, mark] = useChangeStatus(organizationId);
  const commands = statusCommands(status, (next) => {
    if (pending) return;
    // Keep focus in the list when the row is removed.
    moveRow(1);
    mark([id], next);
  });
  return (
    <div className="flex items-center gap-1.5">
      {commands.map(({ id: command, label, icon: Icon, run }) => (
        <Button
          key={command}
          small
          variant="quiet"
          pending={pending}
          tabIndex={-1}
          aria-label={`${label}: feedback from ${author}`}
          title={label}
          onClick={run}
        >
          <Icon size={14} aria-hidden />
        </Button>
      ))}
    </div>
  );
}
