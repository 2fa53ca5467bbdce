'use server';

import type { FeedbackStatus } from '@seismo/server';
import { refresh } from 'next/cache';
import { runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';

type Changed = { ok: true; changed: { id: number; from: FeedbackStatus }[] } | { ok: false; message: string };

/** Marks feedback as done, spam or open. The command checks the permission. */
export async function changeFeedback(organizationId: number, ids: number[], status: FeedbackStatus): Promise<Changed> {
  const result = await runForAnswer(async () => ({
    changed: await runtime().command.changeFeedback(await actionViewer(organizationId), ids, status),
  }));
  refresh();
  return result;
}
