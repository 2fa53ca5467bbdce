import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { feedbackStatuses } from '#store/state/feedback/contract.ts';
import type { SavedSearch, SavedSearchList } from '#store/state/contract.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requireReadable } from '#query/search/readable.ts';
import { fieldNamed } from '#query/events/fields.ts';
import { exploreSettings, type ExploreSettings } from '#query/search/explore-settings.ts';
import { spanTableFieldNamed } from '#query/spans/fields.ts';
import { sortNames } from '#query/issues/views.ts';
import type { SavedSearchView } from '#query/search/views.ts';
import { savedSearchView } from '#query/search/saved-searches.ts';
import { can, requirePermission, requireSignedIn, onlyOrganization, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const textUpTo = (charsMax: number) => z.string().trim().max(charsMax, `Use at most ${charsMax} characters.`);
const searchUpTo = (charsMax: number) => textUpTo(charsMax).min(1, 'Enter a search.');
const oneOf = <const Names extends readonly string[]>(names: Names) => z.enum(names, `Use ${names.join(', ')}.`);
const common = { name: textUpTo(limits.NAME_CHARS_MAX).min(1, 'Enter a name.'), shared: z.boolean() };

/** Without a search, only the list of issues differs from its default tabs: by its sort order. */
const schema = z.discriminatedUnion(
  'list',
  [
    z.object({
      ...common,
      list: z.literal('issues'),
      query: textUpTo(limits.QUERY_CHARS_MAX),
      sort: z.enum(sortNames, `Sort by ${sortNames.join(', ')}.`),
    }),
    z.object({ ...common, list: z.literal('events'), query: searchUpTo(limits.QUERY_CHARS_MAX) }),
    z.object({
      ...common,
      list: z.literal('feedback'),
      query: searchUpTo(limits.TEXT_SEARCH_CHARS_MAX),
      status: oneOf(feedbackStatuses),
    }),
    z.object({
      ...common,
      list: z.literal('releases'),
      query: searchUpTo(limits.TEXT_SEARCH_CHARS_MAX),
      status: oneOf(['open', 'archived']),
    }),
    z.object({
      ...common,
      list: z.literal('explore'),
      query: textUpTo(limits.QUERY_CHARS_MAX),
      explore: exploreSettings,
    }),
  ],
  'Use issues, events, feedback, releases or explore.',
);

export type SavedSearchInput = z.input<typeof schema>;

/** Creates a search of a list, or changes the one with this ID. Sharing requires permission to change issues. */
export async function saveSearch(
  deps: CommandDeps,
  viewer: Viewer,
  id: number | null,
  input: SavedSearchInput,
): Promise<SavedSearchView> {
  requireSignedIn(viewer);
  const given = readInput(schema, input);
  if (given.list === 'issues' || given.list === 'events') await requireReadable(deps, viewer, given.list, given.query);
  if (given.list === 'explore') await requireExplorable(deps, viewer, given.query, given.explore);
  const read = { sort: '', status: '', ...storedOf(given) };
  const known = id === null ? null : await savedSearchOf(deps, viewer, read.list, id);
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
    const all = await tx.listSavedSearches(read.list, [organizationId], viewer.userId);
    if (all.filter(({ shared }) => shared === read.shared).length >= limits.SAVED_SEARCH_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `You can save at most ${limits.SAVED_SEARCH_COUNT_MAX} searches of each list. Delete one you no longer use.`,
      );
    }
    const search = { ...read, organizationId, userId: viewer.userId, createdAtMs: deps.clock.now() };
    return savedSearchView({ id: await tx.createSavedSearch(search), ...search }, viewer);
  });
}

function storedOf(given: z.output<typeof schema>) {
  if (given.list !== 'explore') return { ...given, settings: '' };
  const { explore, ...rest } = given;
  return { ...rest, settings: JSON.stringify(explore) };
}

async function requireExplorable(
  deps: CommandDeps,
  viewer: Viewer,
  query: string,
  { dataset, columns, groups, measures }: ExploreSettings,
): Promise<void> {
  await requireReadable(deps, viewer, dataset === 'spans' ? 'spans' : 'events', query);
  const named: (name: string) => object | string = dataset === 'spans' ? spanTableFieldNamed : fieldNamed;
  for (const name of [...columns, ...groups, ...measures]) {
    const field = named(name);
    if (typeof field === 'string') throw new Refusal('invalid', field, 'explore');
  }
}

export async function deleteSavedSearch(
  deps: CommandDeps,
  viewer: Viewer,
  list: SavedSearchList,
  id: number,
): Promise<void> {
  const { organizationId, shared } = await savedSearchOf(deps, viewer, list, id);
  requirePermission(viewer, shared ? permissions.shareSearch : permissions.saveSearch, organizationId, 'search');
  await deps.state.write((tx) => tx.deleteSavedSearch(id));
}

async function savedSearchOf(
  { state }: CommandDeps,
  viewer: Viewer,
  list: SavedSearchList,
  id: number,
): Promise<SavedSearch> {
  requireSignedIn(viewer);
  const organizations = viewer.memberships.map(({ organizationId }) => organizationId);
  const visible = await state.listSavedSearches(list, organizations, viewer.userId);
  const found = visible.find((search) => search.id === id && can(viewer, 'event:read', search.organizationId));
  if (!found) throw new Refusal('not-found', 'Saved search not found, or you do not have access to it.');
  return found;
}
