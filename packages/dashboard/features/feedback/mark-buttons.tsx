'use client';

import type { FeedbackStatus } from '@seismo/server';
import { Ban, Check, RotateCcw } from 'lucide-react';
import { useOptimistic } from 'react';
import { Button } from '#ui/button.tsx';
import { moveRow } from '#shell/keyboard/commands.ts';
import type { Target } from '#server/target.ts';
import { useMarking } from './use-marking.ts';

/** Done and Spam, or the way back. Shown at once, undone from the toast. */
export function MarkButtons({ organizationId, id, status }: Target & { status: FeedbackStatus }) {
  const [shown, show] = useOptimistic(status);
  const [pending, mark] = useMarking(organizationId);
  const choose = (next: FeedbackStatus) => pending || mark([id], next, () => show(next));
  return (
    <div className="flex items-center gap-1.5">
      {shown === 'done' ? (
        <Button command="resolve" pending={pending} onClick={() => choose('open')}>
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
      ) : (
        <Button variant="primary" command="resolve" pending={pending} onClick={() => choose('done')}>
          <Check size={14} aria-hidden />
          Mark as done
        </Button>
      )}
      {shown === 'spam' ? (
        <Button command="archive" pending={pending} onClick={() => choose('open')}>
          <RotateCcw size={14} aria-hidden />
          Not spam
        </Button>
      ) : (
        <Button command="archive" pending={pending} onClick={() => choose('spam')}>
          <Ban size={14} aria-hidden />
          Mark as spam
        </Button>
      )}
    </div>
  );
}

/** The same on a row of the list, as icons. */
export function RowMarks({ organizationId, id, status, whose }: Target & { status: FeedbackStatus; whose: string }) {
  const [pending, mark] = useMarking(organizationId);
  const button = (name: string, command: string, next: FeedbackStatus, icon: React.ReactNode) => (
    <Button
      small
      variant="quiet"
      command={command}
      pending={pending}
      tabIndex={-1}
      aria-label={`${name}: feedback from ${whose}`}
      title={name}
      onClick={() => {
        if (pending) return;
        // The row leaves the list; the focus goes on to the next one instead of getting lost with it.
        moveRow(1);
        mark([id], next);
      }}
    >
      {icon}
    </Button>
  );
  const back = <RotateCcw size={14} aria-hidden />;
  return (
    <div className="flex items-center gap-1.5">
      {status === 'done'
        ? button('Reopen', 'resolve', 'open', back)
        : button('Mark as done', 'resolve', 'done', <Check size={14} aria-hidden />)}
      {status === 'spam'
        ? button('Not spam', 'archive', 'open', back)
        : button('Mark as spam', 'archive', 'spam', <Ban size={14} aria-hidden />)}
    </div>
  );
}
