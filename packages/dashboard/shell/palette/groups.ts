import type { ComboboxGroup } from '#ui/combobox.tsx';
import { matchesText } from '#ui/matches-text.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { isDenied } from '../keyboard/denied.ts';
import { keys } from '../keyboard/keys.ts';
import { keyLabels } from '../keyboard/shown-keys.ts';
import { copy } from '../commands/copy.ts';
import type { Command, CommandGroup } from '../commands/registry.ts';
import { viewedPages } from '#features/recent/viewed.ts';
import { recentSearches } from '#features/search/recent.ts';
import { entriesOf, type Entry } from './entry.ts';
import type { Hits } from './find.ts';
import { pages } from './pages.ts';

const SEARCH_COUNT_MAX = 3;
/** Of a group of the page, before anything is typed. */
const COMMAND_COUNT_MAX = 8;

/** The palette’s groups for a text, in order: first the commands of what is selected, focused or open. */
export function paletteGroups(typed: string, groups: readonly CommandGroup[], hits: Hits): ComboboxGroup<Entry>[] {
  const named = groups.flatMap(({ name, commands }) =>
    name === null ? [] : { heading: name, options: commandEntries(commands, typed) },
  );
  const isForPage = ({ heading }: ComboboxGroup<Entry>) => heading !== 'Actions';
  const here = named.filter(isForPage).map(({ heading, options }) => ({
    heading,
    options: typed === '' ? options.slice(0, COMMAND_COUNT_MAX) : options,
  }));
  const always = named.filter((group) => !isForPage(group));
  const goTo = pages
    .filter(({ name, words, permission }) => matchesText(`${name} ${words}`, typed) && !isDenied(permission))
    .map(({ href, name, note }): Entry => ({ id: href, href, name, ...(note && { note }) }));
  const settings = hits.settings
    .filter(({ href, name }) => !goTo.some((page) => page.href === href && page.name === name))
    .map(({ href, name, detail }): Entry => ({ id: `setting ${href} ${name}`, href, name, note: detail }));
  const found = typed === '' ? [] : [...dsnEntries(hits.dsns), ...hits.found.flatMap(entriesOf)];
  return [
    { heading: 'Recent', options: typed === '' ? recent() : [] },
    ...here,
    { heading: 'Go to', options: goTo },
    { heading: 'Results', options: found },
    { heading: 'Settings', options: typed === '' ? [] : settings },
    ...always,
  ].filter(({ options }) => options.length > 0);
}

/** Matching commands. Those with a key come first. */
function commandEntries(commands: readonly Command[], typed: string): Entry[] {
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const entries = commands
    .filter(({ label, words = '' }) => matchesText(`${label} ${words}`, typed))
    .map(({ id, label, run }) => {
      const key = keys.find((each) => each.id === id);
      return { id: `command ${id}`, name: label, ...(key && { keys: keyLabels(key, apple) }), run };
    });
  return entries.toSorted((one, other) => Number('keys' in other) - Number('keys' in one));
}

function dsnEntries(found: Hits['dsns']): Entry[] {
  return found.map(({ name, dsn }) => ({
    id: `dsn ${dsn}`,
    name: `Copy DSN of ${name}`,
    detail: 'DSN',
    run: () => copy(`DSN of ${name}`, dsn),
  }));
}

function recent(): Entry[] {
  const viewed = viewedPages
    .all()
    // The current page.
    .filter(({ href }) => href !== location.pathname)
    .map(({ href, name, detail }): Entry => ({ id: `recent ${href}`, href, name, detail }));
  const searches = recentSearches('errors')
    .slice(0, SEARCH_COUNT_MAX)
    .map((query): Entry => ({ id: `search ${query}`, href: issuesHref({ query }), name: query, detail: 'search' }));
  return [...viewed, ...searches];
}
