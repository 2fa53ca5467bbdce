'use client';

import type { FeedbackStatus } from '@seismo/server';
import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '../toast/toast.ts';
import { changeFeedback } from './actions.ts';

const messages: Record<FeedbackStatus, string> = { open: 'reopened', done: 'marked as done', spam: 'marked as spam' };
const subject = (many: number) => (many === 1 ? 'Feedback' : `${many} feedback items`);

/** Changes the status of feedback and shows a toast with Undo. `optimistic` runs within the transition. */
export function useChangeStatus(
  organizationId: number,
): [pending: boolean, mark: (ids: number[], status: FeedbackStatus, optimistic?: () => void) => void] {
  const [pending, start] = useTransition();
  const undo = (changed: { id: number; from: FeedbackStatus }[]) =>
    start(async () => {
      for (const [from, some] of Map.groupBy(changed, (each) => each.from)) {
        const ids = some.map(({ id }) => id);
        const result = await callAction(changeFeedback(organizationId, ids, from));
        if (!result.ok) return toast({ text: result.message });
      }
      toast({ text: changed.length === 1 ? 'Change undone' : `Changes to ${changed.length} feedback items undone` });
    });
  const mark = (ids: number[], status: FeedbackStatus, optimistic?: () => void) =>
    start(async () => {
      optimistic?.();
      const result = await callAction(changeFeedback(organizationId, ids, status));
      if (!result.ok) return toast({ text: result.message });
      const { changed } = result;
      if (changed.length === 0) return toast({ text: 'No changes' });
      toast({ text: `${subject(changed.length)} ${messages[status]}`, undo: () => undo(changed) });
    });
  return [pending, mark];
}
