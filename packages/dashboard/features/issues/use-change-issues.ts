'use client';

import type { IssueChange } from '@seismo/server';
import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '../toast/toast.ts';
import { changeIssues, undoIssueChange, type SelectedIssues } from './actions.ts';
import { notifyIssuesChanged } from './issues-changed.ts';

/** Changes issues and shows a toast with Undo. `optimistic` runs within the transition. */
export function useChangeIssues(): [
  pending: boolean,
  change: (selected: SelectedIssues, change: IssueChange, message: string, optimistic?: () => void) => void,
] {
  const [pending, start] = useTransition();
  const undo = (organizationId: number, token: string) =>
    start(async () => {
      const result = await callAction(undoIssueChange(organizationId, token));
      notifyIssuesChanged();
      toast({ text: result.message ?? 'Change undone' });
    });
  const change = (selected: SelectedIssues, what: IssueChange, message: string, optimistic?: () => void) =>
    start(async () => {
      optimistic?.();
      const result = await callAction(changeIssues(selected, what));
      if (!result.ok) return toast({ text: result.message });
      notifyIssuesChanged();
      const [only, ...others] = result.changed;
      if (only === undefined) return toast({ text: 'No changes' });
      const subject = others.length === 0 ? only : `${others.length + 1} issues`;
      const { undo: token } = result;
      toast({
        text: `${subject} ${message}`,
        ...(token !== null && { undo: () => undo(selected.organizationId, token) }),
      });
    });
  return [pending, change];
}
