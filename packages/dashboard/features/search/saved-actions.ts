'use server';

import type { IssueSort } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

/** Saves the current search under a name. The command validates it. */
export async function saveSearch(
  organizationId: number,
  query: string,
  sort: IssueSort,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const input = {
    list: 'issues' as const,
    name: text(form, 'name'),
    query: String(query),
    sort,
    shared: form.get('shared') === 'yes',
  };
  return runAndRefresh(async () => {
    await runtime().command.saveSearch(await actionViewer(organizationId), null, input);
    return { ok: true, message: 'Search saved' };
  });
}

export async function deleteSavedSearch({ organizationId, id }: Target): Promise<Result> {
  return runAndRefresh(async () =>
    runtime().command.deleteSavedSearch(await actionViewer(organizationId), 'issues', Number(id)),
  );
}
