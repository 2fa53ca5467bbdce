import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { SavedSearch } from '#store/state/contract.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requireReadable } from '#query/search/readable.ts';
import { sortNames } from '#query/issues/views.ts';
import type { SavedSearchView } from '#query/search/views.ts';
import { savedSearchView } from '#query/search/saved-searches.ts';
import { can, requirePermission, requireSignedIn, onlyOrganization, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '../read-input.ts';

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`),
  query: z.string().trim().max(limits.QUERY_CHARS_MAX),
  sort: z.enum(sortNames, `Sort by ${sortNames.join(', ')}.`),
  shared: z.boolean(),
});

export type SavedSearchInput = z.input<typeof schema>;

/** Creates a search, or changes the one with this ID. Sharing requires permission to change issues. */
export async function saveSearch(
  deps: CommandDeps,
  viewer: Viewer,
  id: number | null,
  input: SavedSearchInput,
): Promise<SavedSearchView> {
  requireSignedIn(viewer);
  const read = readInput(schema, input);
  await requireReadable(deps, viewer, read.query);
  const known = id === null ? null : await savedSearchOf(deps, viewer, id);
  const organizationId = known?.organizationId ?? onlyOrganization(viewer, permissions.saveSearch);
  if (organizationId === null)
    throw new Refusal('forbidden', 'You are not in an organization. Ask an owner or admin to invite you.');
  requirePermission(
    viewer,
    read.shared || known?.shared ? permissions.shareSearch : permissions.saveSearch,
    organizationId,
    'search',
  );
  if (!read.shared && viewer.userId === null) {
    throw new Refusal(
      'invalid',
      'A private search belongs to a user, and this token has no user. Save it as a shared search.',
    );
  }
  return deps.state.write(async (tx) => {
    if (known) {
      await tx.updateSavedSearch(known.id, read);
      return savedSearchView({ ...known, ...read }, viewer);
    }
    const all = await tx.listSavedSearches([organizationId], viewer.userId);
    if (all.filter(({ shared }) => shared === read.shared).length >= limits.SAVED_SEARCH_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `You can save at most ${limits.SAVED_SEARCH_COUNT_MAX} searches. Delete one you no longer use.`,
      );
    }
    const search = { ...read, organizationId, userId: viewer.userId, createdAtMs: deps.clock.now() };
    return savedSearchView({ id: await tx.createSavedSearch(search), ...search }, viewer);
  });
}

export async function deleteSavedSearch(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { organizationId, shared } = await savedSearchOf(deps, viewer, id);
  requirePermission(viewer, shared ? permissions.shareSearch : permissions.saveSearch, organizationId, 'search');
  await deps.state.write((tx) => tx.deleteSavedSearch(id));
}

async function savedSearchOf({ state }: CommandDeps, viewer: Viewer, id: number): Promise<SavedSearch> {
  requireSignedIn(viewer);
  const organizations = viewer.memberships.map(({ organizationId }) => organizationId);
  const visible = await state.listSavedSearches(organizations, viewer.userId);
  const found = visible.find((search) => search.id === id && can(viewer, 'event:read', search.organizationId));
  if (!found) throw new Refusal('not-found', 'Saved search not found, or you do not have access to it.');
  return found;
}
