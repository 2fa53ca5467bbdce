'use client';

import type { FeedbackStatus } from '@seismo/server';
import { Ban, Check, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useSelection } from '#ui/use-selection.ts';
import { useChangeStatus } from './use-change-status.ts';

const statusActions = [
  { to: 'done', name: 'Mark as done', icon: Check },
  { to: 'spam', name: 'Mark as spam', icon: Ban },
  { to: 'open', name: 'Reopen', icon: RotateCcw },
] as const;

/** As on a row, the same shortcut also reverts the action. */
const commands: Record<FeedbackStatus, string | undefined> = { done: 'resolve', spam: 'archive', open: undefined };

interface Props {
  organizationId: number;
  currentStatus: FeedbackStatus;
  children: ReactNode;
}

/** The selected feedback and its actions. `listed` is the current status of all. */
export function Bulk({ organizationId, currentStatus, children }: Props) {
  const { root, selected, selectedNow, isPageSelected, setAll } = useSelection();
  // Pending changes do not block: each action clears the selection.
  const [, mark] = useChangeStatus(organizationId);
  const act = (status: FeedbackStatus) => {
    mark(selectedNow().map(Number), status);
    setAll(false);
  };
  return (
    <div ref={root} data-selectable-list>
      <div
        hidden={selected.length === 0}
        role="toolbar"
        aria-label="Selected feedback"
        className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5"
      >
        <span className="mr-2 pl-2 text-13 font-medium" role="status">
          {selected.length === 0 ? '' : `${selected.length} selected`}
        </span>
        {statusActions
          .filter(({ to }) => to !== currentStatus)
          .map(({ to, name, icon: Icon }) => (
            <Button key={to} small command={commands[to === 'open' ? currentStatus : to]} onClick={() => act(to)}>
              <Icon size={14} aria-hidden />
              {name}
            </Button>
          ))}
        {isPageSelected ? null : (
          <Button small variant="quiet" onClick={() => setAll(true)}>
            Select page
          </Button>
        )}
        <Button small variant="quiet" onClick={() => setAll(false)}>
          Clear
        </Button>
      </div>
      {children}
    </div>
  );
}
