'use client';

import type { FeedbackStatus } from '@seismo/server';
import { useTransition } from 'react';
import { toast } from '#features/toast/toast.ts';
import { changeFeedback } from './actions.ts';

const said: Record<FeedbackStatus, string> = {
  open: 'The feedback is open again',
  done: 'The feedback is done',
  spam: 'The feedback is spam',
};

/** Marks a feedback and says so in a toast, with the way back. `optimistic` runs within the transition. */
export function useMarking(): [
  pending: boolean,
  mark: (id: number, status: FeedbackStatus, optimistic?: () => void) => void,
] {
  const [pending, start] = useTransition();
  const undo = (id: number, from: FeedbackStatus) =>
    start(async () => {
      const result = await changeFeedback([id], from);
      toast({ text: result.ok ? 'The feedback is as it was' : result.message });
    });
  const mark = (id: number, status: FeedbackStatus, optimistic?: () => void) =>
    start(async () => {
      optimistic?.();
      const result = await changeFeedback([id], status);
      if (!result.ok) return toast({ text: result.message });
      const [only] = result.changed;
      if (!only) return toast({ text: 'It was so already' });
      toast({ text: said[status], undo: () => undo(id, only.from) });
    });
  return [pending, mark];
}
