import type { SavedSearchView } from '@seismo/server';
import { may, organizationId } from '#server/viewer.ts';
import type { CurrentSearch } from './current-search.ts';
import { DeleteSavedSearch, SaveSearch } from './save-search.tsx';

interface Props {
  search: CurrentSearch;
  /** The search as the dialog shows it. */
  summary: string;
  /** The saved search that is open. */
  saved: SavedSearchView | undefined;
}

/** Saves the current search, or deletes the saved search that is open. */
export async function SavedSearchButton({ search, summary, saved }: Props) {
  const [organization, mayShare] = await Promise.all([organizationId(), may('shareSearch')]);
  if (!saved) {
    return <SaveSearch organizationId={organization} search={search} summary={summary} mayShare={mayShare} />;
  }
  if (saved.shared && !mayShare) return null;
  return <DeleteSavedSearch organizationId={organization} list={search.list} id={saved.id} name={saved.name} />;
}
