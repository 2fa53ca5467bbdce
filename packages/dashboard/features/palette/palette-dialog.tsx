'use client';

import { Command } from 'cmdk';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import { Modal } from '#components/ui/modal.tsx';
import { carryFromHere } from '#features/context-bar/use-carry.tsx';
import type { Key } from '#features/keyboard/keys.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { viewedPages } from '#features/recent/viewed.ts';
import { recentSearches } from '#features/search/recent.ts';
import { commandEntries, deeds, dsnEntries } from './deeds.ts';
import { entriesOf, says, type Entry } from './entry.ts';
import { find, type Hits } from './find.ts';
import { pages } from './pages.ts';

const QUIET_MS = 120;
const SEARCHES_SHOWN = 3;
const none: Hits = { found: [], dsns: [], settings: [] };

/** Finds pages, issues, events, codes, releases, people and projects; runs what the open page offers and what is always offered. */
export default function PaletteDialog({ commands, onClose }: { commands: readonly Key[]; onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [hits, setHits] = useState(none);
  const [pending, start] = useTransition();
  const typed = text.trim();

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      start(async () => {
        const answer = await find(typed, projectHere()).catch(() => null);
        if (current) setHits(answer ?? { ...none, unreachable: true });
      });
    }, QUIET_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed]);

  const choose = (entry: Entry) => {
    onClose();
    if (entry.href) router.push(carryFromHere(entry.href) as Route);
    // The focus is back where it was by then, and a command is for what has it.
    else requestAnimationFrame(() => void entry.run?.());
  };

  return (
    <Modal label="Find anything" onClose={onClose}>
      <Command shouldFilter={false} label="Find anything" loop>
        <Command.Input
          data-first-focus
          value={text}
          onValueChange={setText}
          placeholder="Page, issue, event id, error code, release, person, action"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[52dvh] overflow-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
            {pending
              ? 'Looking'
              : hits.unreachable
                ? 'The server did not answer. Try again in a moment.'
                : 'Nothing found. An event id has 32 hexadecimal digits; an issue id looks like WEB-1A.'}
          </Command.Empty>
          {groupsOf(typed, commands, hits).map(({ heading, entries }) =>
            entries.length === 0 ? null : (
              <Command.Group
                key={heading}
                heading={heading}
                className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted"
              >
                {entries.map((entry) => (
                  <Item key={entry.id} entry={entry} onChoose={choose} />
                ))}
              </Command.Group>
            ),
          )}
        </Command.List>
      </Command>
    </Modal>
  );
}

function groupsOf(typed: string, commands: readonly Key[], hits: Hits): { heading: string; entries: Entry[] }[] {
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const here = commandEntries(commands, apple).filter(({ name }) => says(name, typed));
  const goTo = pages
    .filter(({ name, words }) => says(`${name} ${words}`, typed))
    .map(({ href, name, note }): Entry => ({ id: href, href, name, ...(note && { note }) }));
  const settings = hits.settings
    .filter(({ href, name }) => !goTo.some((page) => page.href === href && page.name === name))
    .map(({ href, name, detail }): Entry => ({ id: `setting ${href} ${name}`, href, name, note: detail }));
  const always = deeds.filter(({ name, words }) => says(`${name} ${words}`, typed));
  const found = typed === '' ? [] : [...dsnEntries(hits.dsns), ...hits.found.flatMap(entriesOf)];
  return [
    { heading: 'Recent', entries: typed === '' ? recent() : [] },
    { heading: 'This issue', entries: here },
    { heading: 'Go to', entries: goTo },
    { heading: 'Found', entries: found },
    { heading: 'Settings', entries: typed === '' ? [] : settings },
    { heading: 'Actions', entries: always },
  ];
}

function projectHere(): string | null {
  const named = /^\/(?:settings\/)?projects\/([\w-]+)/.exec(location.pathname)?.[1];
  return named ?? new URLSearchParams(location.search).get('project');
}

function recent(): Entry[] {
  const viewed = viewedPages
    .all()
    // This very page is not a place to go to.
    .filter(({ href }) => href !== location.pathname)
    .map(({ href, name, detail }): Entry => ({ id: `recent ${href}`, href, name, detail }));
  const searches = recentSearches()
    .slice(0, SEARCHES_SHOWN)
    .map((query): Entry => ({ id: `search ${query}`, href: issuesHref({ query }), name: query, detail: 'search' }));
  return [...viewed, ...searches];
}

function Item({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const { id, name, detail, note, keys } = entry;
  return (
    <Command.Item
      value={id}
      onSelect={() => onChoose(entry)}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-13 data-[selected=true]:bg-accent-wash"
    >
      {detail ? <span className="w-20 shrink-0 truncate font-mono text-12 text-muted">{detail}</span> : null}
      <span className="min-w-0 truncate">{name}</span>
      {note ? <span className="ml-auto max-w-[50%] shrink-0 truncate text-12 text-muted">{note}</span> : null}
      {keys ? (
        <span aria-hidden className="ml-auto flex shrink-0 gap-1">
          {keys.map((part) => (
            <kbd key={part} className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center text-12">
              {part}
            </kbd>
          ))}
        </span>
      ) : null}
    </Command.Item>
  );
}
