'use server';

import type { SavedSearchList } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';
import type { CurrentSearch } from './current-search.ts';

/** Saves the current search under a name. The command validates it. */
export async function saveSearch(
  organizationId: number,
  search: CurrentSearch,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const input = { ...search, name: text(form, 'name'), shared: form.get('shared') === 'yes' };
  return runAndRefresh(async () => {
    await runtime().command.saveSearch(await actionViewer(organizationId), null, input);
    return { ok: true, message: 'Search saved' };
  });
}

export async function deleteSavedSearch({ organizationId, id }: Target, list: SavedSearchList): Promise<Result> {
  const named = String(list) as SavedSearchList;
  return runAndRefresh(async () =>
    runtime().command.deleteSavedSearch(await actionViewer(organizationId), named, Number(id)),
  );
}
