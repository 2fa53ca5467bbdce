'use server';

import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

/** A new comment or, with an id, one's own in other words. */
export async function saveComment(
  shortId: string,
  id: number | null,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const result = await attempt(async () => {
    const { addComment, editComment } = runtime().command;
    if (id === null) await addComment(await viewer(), shortId, text(form, 'text'));
    else await editComment(await viewer(), shortId, id, text(form, 'text'));
  });
  refresh();
  return result;
}

export async function deleteComment(shortId: string, id: number): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteComment(await viewer(), shortId, id));
  refresh();
  return result;
}
