'use server';

import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

/** Adds a comment or, with an ID, edits the user's own comment. */
export async function saveComment(
  issue: Target,
  id: number | null,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const result = await runCommand(async () => {
    const { addComment, editComment } = runtime().command;
    if (id === null) await addComment(...(await viewerAndId(issue)), text(form, 'text'));
    else await editComment(...(await viewerAndId(issue)), id, text(form, 'text'));
  });
  refresh();
  return result;
}

export async function deleteComment(issue: Target, id: number): Promise<Result> {
  const result = await runCommand(async () => runtime().command.deleteComment(...(await viewerAndId(issue)), id));
  refresh();
  return result;
}
