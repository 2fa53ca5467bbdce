import type { ComboboxGroup } from '#ui/combobox.tsx';
import { matchesText } from '#ui/matches-text.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { isDenied } from '../keyboard/denied.ts';
import type { Command } from '../keyboard/keys.ts';
import { viewedPages } from '#features/recent/viewed.ts';
import { recentSearches } from '#features/search/recent.ts';
import { commandEntries, actions, dsnEntries } from './actions.ts';
import { entriesOf, type Entry } from './entry.ts';
import type { Hits } from './find.ts';
import { pages } from './pages.ts';

const SEARCH_COUNT_MAX = 3;

/** The palette’s groups for a text, in order. */
export function paletteGroups(typed: string, commands: readonly Command[], hits: Hits): ComboboxGroup<Entry>[] {
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const here = commandEntries(commands, apple).filter(({ name }) => matchesText(name, typed));
  const goTo = pages
    .filter(({ name, words, permission }) => matchesText(`${name} ${words}`, typed) && !isDenied(permission))
    .map(({ href, name, note }): Entry => ({ id: href, href, name, ...(note && { note }) }));
  const settings = hits.settings
    .filter(({ href, name }) => !goTo.some((page) => page.href === href && page.name === name))
    .map(({ href, name, detail }): Entry => ({ id: `setting ${href} ${name}`, href, name, note: detail }));
  const always = actions.filter(({ name, words }) => matchesText(`${name} ${words}`, typed));
  const found = typed === '' ? [] : [...dsnEntries(hits.dsns), ...hits.found.flatMap(entriesOf)];
  return [
    { heading: 'Recent', options: typed === '' ? recent() : [] },
    { heading: 'This issue', options: here },
    { heading: 'Go to', options: goTo },
    { heading: 'Results', options: found },
    { heading: 'Settings', options: typed === '' ? [] : settings },
    { heading: 'Actions', options: always },
  ].filter(({ options }) => options.length > 0);
}

function recent(): Entry[] {
  const viewed = viewedPages
    .all()
    // The current page.
    .filter(({ href }) => href !== location.pathname)
    .map(({ href, name, detail }): Entry => ({ id: `recent ${href}`, href, name, detail }));
  const searches = recentSearches()
    .slice(0, SEARCH_COUNT_MAX)
    .map((query): Entry => ({ id: `search ${query}`, href: issuesHref({ query }), name: query, detail: 'search' }));
  return [...viewed, ...searches];
}
