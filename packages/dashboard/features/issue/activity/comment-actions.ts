'use server';

import { text } from '#ui/form-text.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

/** Adds a comment or, with an ID, edits the user's own comment. */
export async function saveComment(issue: Target, id: number | null, _before: Result | null, form: FormData) {
  return runAndRefresh(async () => {
    const { addComment, editComment } = runtime().command;
    if (id === null) await addComment(...(await viewerAndId(issue)), text(form, 'text'));
    else await editComment(...(await viewerAndId(issue)), id, text(form, 'text'));
  });
}

export async function deleteComment(issue: Target, id: number): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteComment(...(await viewerAndId(issue)), id));
}
