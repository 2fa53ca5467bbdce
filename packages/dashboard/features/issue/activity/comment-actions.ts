'use server';

import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { actsOn } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

/** A new comment or, with an id, one's own in other words. */
export async function saveComment(
  issue: Target,
  id: number | null,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const result = await attempt(async () => {
    const { addComment, editComment } = runtime().command;
    if (id === null) await addComment(...(await actsOn(issue)), text(form, 'text'));
    else await editComment(...(await actsOn(issue)), id, text(form, 'text'));
  });
  refresh();
  return result;
}

export async function deleteComment(issue: Target, id: number): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteComment(...(await actsOn(issue)), id));
  refresh();
  return result;
}
