'use client';

import type { IssueChange } from '@seismo/server';
import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { changeIssues, undoIssueChange, type Chosen } from './actions.ts';
import { tellIssuesChanged } from './changed.ts';

/** Changes issues and says so in a toast, with the way back. `optimistic` runs within the transition. */
export function useChange(): [
  pending: boolean,
  change: (chosen: Chosen, change: IssueChange, said: string, optimistic?: () => void) => void,
] {
  const [pending, start] = useTransition();
  const undo = (organizationId: number, token: string) =>
    start(async () => {
      const result = await callAction(undoIssueChange(organizationId, token));
      tellIssuesChanged();
      toast({ text: result.message ?? 'Change undone' });
    });
  const change = (chosen: Chosen, what: IssueChange, said: string, optimistic?: () => void) =>
    start(async () => {
      optimistic?.();
      const result = await callAction(changeIssues(chosen, what));
      if (!result.ok) return toast({ text: result.message });
      tellIssuesChanged();
      const [only, ...others] = result.changed;
      if (only === undefined) return toast({ text: 'No changes' });
      const subject = others.length === 0 ? only : `${others.length + 1} issues`;
      const { undo: token } = result;
      toast({ text: `${subject} ${said}`, ...(token !== null && { undo: () => undo(chosen.organizationId, token) }) });
    });
  return [pending, change];
}
