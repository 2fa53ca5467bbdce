'use client';

import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { mergeIssues, undoRegroup, type Regrouped } from './actions.ts';

const PENDING_MESSAGE = 'Regrouping starts when earlier events are processed';

/** Merges or splits issues and shows a toast with Undo. */
export function useRegroup(): [
  pending: boolean,
  regroup: (run: () => Promise<Regrouped>, message: (done: Regrouped & { ok: true }) => string) => void,
  undo: (organizationId: number, id: string) => void,
] {
  const [pending, start] = useTransition();
  const undo = (organizationId: number, id: string) =>
    start(async () => {
      const result = await callAction(undoRegroup(organizationId, id));
      if (!result.ok) return toast({ text: result.message });
      toast({ text: result.isDone ? 'Change undone' : PENDING_MESSAGE });
    });
  const regroup = (run: () => Promise<Regrouped>, message: (done: Regrouped & { ok: true }) => string) =>
    start(async () => {
      const result = await callAction(run());
      if (!result.ok) return toast({ text: result.message });
      toast({
        text: result.isDone ? message(result) : PENDING_MESSAGE,
        undo: () => undo(result.organizationId, result.id),
      });
    });
  return [pending, regroup, undo];
}

interface Named {
  id: number;
  shortId: string;
}

/** Merges an issue into another. */
export function useMerge(organizationId: number): [pending: boolean, merge: (issue: Named, into: Named) => void] {
  const [pending, regroup] = useRegroup();
  const merge = (issue: Named, into: Named) =>
    regroup(
      () => mergeIssues(organizationId, [issue.id], into.id),
      () => `Merged ${issue.shortId} into ${into.shortId}`,
    );
  return [pending, merge];
}
