'use client';

import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { undoRegroup, type Regrouped } from './actions.ts';

const UNDER_WAY = 'Regrouping starts when earlier events are processed';

/** Merges or splits, and says so in a toast with the way back. */
export function useRegroup(): [
  pending: boolean,
  regroup: (deed: () => Promise<Regrouped>, said: (done: Regrouped & { ok: true }) => string) => void,
  undo: (organizationId: number, id: string) => void,
] {
  const [pending, start] = useTransition();
  const undo = (organizationId: number, id: string) =>
    start(async () => {
      const result = await callAction(undoRegroup(organizationId, id));
      if (!result.ok) return toast({ text: result.message });
      toast({ text: result.isDone ? 'Change undone' : UNDER_WAY });
    });
  const regroup = (deed: () => Promise<Regrouped>, said: (done: Regrouped & { ok: true }) => string) =>
    start(async () => {
      const result = await callAction(deed());
      if (!result.ok) return toast({ text: result.message });
      toast({ text: result.isDone ? said(result) : UNDER_WAY, undo: () => undo(result.organizationId, result.id) });
    });
  return [pending, regroup, undo];
}
