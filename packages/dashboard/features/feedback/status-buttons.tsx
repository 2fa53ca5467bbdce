'use client';

import type { FeedbackStatus } from '@seismo/server';
import { Ban, Check, RotateCcw } from 'lucide-react';
import { useOptimistic } from 'react';
import { Button } from '#ui/button.tsx';
import { moveRow } from '#shell/keyboard/commands.ts';
import type { Target } from '#server/target.ts';
import { useChangeStatus } from './use-change-status.ts';

/** Done and Spam, or Reopen. Updates optimistically; the toast offers Undo. */
export function FeedbackStatusButtons({ organizationId, id, status }: Target & { status: FeedbackStatus }) {
  const [optimisticStatus, setOptimisticStatus] = useOptimistic(status);
  const [pending, mark] = useChangeStatus(organizationId);
  const apply = (next: FeedbackStatus) => pending || mark([id], next, () => setOptimisticStatus(next));
  return (
    <div className="flex items-center gap-1.5">
      {optimisticStatus === 'done' ? (
        <Button command="resolve" pending={pending} onClick={() => apply('open')}>
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
      ) : (
        <Button variant="primary" command="resolve" pending={pending} onClick={() => apply('done')}>
          <Check size={14} aria-hidden />
          Mark as done
        </Button>
      )}
      {optimisticStatus === 'spam' ? (
        <Button command="archive" pending={pending} onClick={() => apply('open')}>
          <RotateCcw size={14} aria-hidden />
          Not spam
        </Button>
      ) : (
        <Button command="archive" pending={pending} onClick={() => apply('spam')}>
          <Ban size={14} aria-hidden />
          Mark as spam
        </Button>
      )}
    </div>
  );
}

/** The same on a row of the list, as icons. */
export function RowStatusButtons({
  organizationId,
  id,
  status,
  author,
}: Target & { status: FeedbackStatus; author: string }) {
  const [pending, mark] = useChangeStatus(organizationId);
  const button = (name: string, command: string, next: FeedbackStatus, icon: React.ReactNode) => (
    <Button
      small
      variant="quiet"
      command={command}
      pending={pending}
      tabIndex={-1}
      aria-label={`${name}: feedback from ${author}`}
      title={name}
      onClick={() => {
        if (pending) return;
        // Keep focus in the list when the row is removed.
        moveRow(1);
        mark([id], next);
      }}
    >
      {icon}
    </Button>
  );
  const reopenIcon = <RotateCcw size={14} aria-hidden />;
  return (
    <div className="flex items-center gap-1.5">
      {status === 'done'
        ? button('Reopen', 'resolve', 'open', reopenIcon)
        : button('Mark as done', 'resolve', 'done', <Check size={14} aria-hidden />)}
      {status === 'spam'
        ? button('Not spam', 'archive', 'open', reopenIcon)
        : button('Mark as spam', 'archive', 'spam', <Ban size={14} aria-hidden />)}
    </div>
  );
}
