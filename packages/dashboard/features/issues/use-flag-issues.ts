'use client';

import type { IssueFlags, IssueName } from '@seismo/server';
import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '../toast/toast.ts';
import { flagIssues, type SelectedIssues } from './actions.ts';

/** Marks issues as seen or bookmarked and shows a toast with Undo. */
export function useFlagIssues(): (selected: SelectedIssues, flags: IssueFlags, message: string) => void {
  const [, start] = useTransition();
  const undo = (organizationId: number, changed: IssueName[], { seen, bookmarked }: IssueFlags) =>
    start(async () => {
      const back = {
        ...(seen !== undefined && { seen: !seen }),
        ...(bookmarked !== undefined && { bookmarked: !bookmarked }),
      };
      const result = await callAction(flagIssues({ organizationId, issues: changed.map(({ id }) => id) }, back));
      toast({ text: result.ok ? undoneMessage(changed) : result.message });
    });
  return (selected: SelectedIssues, flags: IssueFlags, message: string) =>
    start(async () => {
      const result = await callAction(flagIssues(selected, flags));
      if (!result.ok) return toast({ text: result.message });
      const { changed } = result;
      if (changed.length === 0) return toast({ text: 'No changes' });
      const subject = changed.length === 1 ? changed[0]!.shortId : `${changed.length} issues`;
      toast({ text: `${subject} ${message}`, undo: () => undo(selected.organizationId, changed, flags) });
    });
}

function undoneMessage(changed: IssueName[]): string {
  return changed.length === 1
    ? `Change to ${changed[0]!.shortId} undone`
    : `Changes to ${changed.length} issues undone`;
}
