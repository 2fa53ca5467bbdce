'use client';

import type { FeedbackStatus } from '@seismo/server';
import type { ReactNode } from 'react';
import { RowGrid } from '#explorer/row-grid.tsx';
import { SelectionToolbar } from '#explorer/selection-toolbar.tsx';
import { useSelection } from '#explorer/use-selection.ts';
import { useCommands } from '#shell/commands/use-commands.ts';
import { moveRow } from '#shell/keyboard/rows.ts';
import { Button } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { statusCommands } from './status-commands.ts';
import { useChangeStatus } from './use-change-status.ts';

interface Props {
  organizationId: number;
  /** Of all listed feedback. */
  currentStatus: FeedbackStatus;
  mayChange: boolean;
  children: ReactNode;
}

/** A list of feedback and its actions: on the selected feedback, or on the row with the focus. */
export function Bulk({ organizationId, currentStatus, mayChange, children }: Props) {
  const { root, selected, selectedNow, focusedNow, isPageSelected, setAll } = useSelection();
  // Pending changes do not block: each action clears the selection.
  const [, mark] = useChangeStatus(organizationId);
  const ofSelection = statusCommands(currentStatus, (status) => {
    mark(selectedNow().map(Number), status);
    setAll(false);
  });
  useCommands('selection', () => {
    const count = selectedNow().length;
    return count > 0 && mayChange ? { name: plural(count, 'feedback item'), commands: ofSelection } : null;
  });
  useCommands('row', () => {
    const id = focusedNow();
    if (id === null || !mayChange) return null;
    const apply = (status: FeedbackStatus) => {
      // Keep focus in the list when the row is removed.
      moveRow(1);
      mark([Number(id)], status);
    };
    return { name: 'Feedback', commands: statusCommands(currentStatus, apply) };
  });
  return (
    <div ref={root}>
      <SelectionToolbar
        label="Selected feedback"
        count={selected.length}
        isPageSelected={isPageSelected}
        onSetPage={setAll}
      >
        {ofSelection.map(({ id, label, icon: Icon, run }) => (
          <Button key={id} small onClick={run}>
            <Icon size={14} aria-hidden />
            {label}
          </Button>
        ))}
      </SelectionToolbar>
      <RowGrid>{children}</RowGrid>
    </div>
  );
}
