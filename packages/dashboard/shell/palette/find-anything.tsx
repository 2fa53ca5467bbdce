'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useMemo, useState, useTransition } from 'react';
import { Combobox } from '#ui/combobox.tsx';
import { withCurrentContext } from '../context-bar/page-context.tsx';
import type { Command } from '../keyboard/keys.ts';
import { renderEntry } from './render-entry.tsx';
import type { Entry } from './entry.ts';
import { find, type Hits } from './find.ts';
import { paletteGroups } from './groups.ts';

const QUIET_MS = 120;
const none: Hits = { found: [], dsns: [], settings: [] };

/**
 * Finds pages, issues, events, codes, releases, people and projects; runs what the open page offers and what is always
 * offered. What is typed shows at once, and the list follows when there is time for it.
 */
export function FindAnything({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  /** What the list is of; nothing yet in the first picture. */
  const [typed, setTyped] = useState<string | null>(null);
  const [hits, setHits] = useState(none);
  const [pending, start] = useTransition();
  const groups = useMemo(() => (typed === null ? [] : paletteGroups(typed, commands, hits)), [typed, commands, hits]);

  useEffect(() => startTransition(() => setTyped('')), []);
  useEffect(() => {
    if (!typed) return;
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

  const write = (value: string) => {
    setText(value);
    startTransition(() => setTyped(value.trim()));
  };
  const choose = (entry: Entry) => {
    onClose();
    if (entry.href) router.push(withCurrentContext(entry.href) as Route);
    // The focus is back where it was by then, and a command is for what has it.
    else requestAnimationFrame(() => void entry.run?.());
  };

  return (
    <Combobox
      label="Find anything"
      placeholder="Page, issue, event id, error code, release, person, action"
      text={text}
      onTextChange={write}
      groups={groups}
      groupsFor={typed}
      // Faster than the list: then it is the first line of it that needs no answer from the server.
      firstOption={() => paletteGroups(text.trim(), commands, none)[0]?.options[0]}
      empty={
        typed === null
          ? null
          : pending
            ? 'Looking'
            : hits.unreachable
              ? 'The server did not answer. Try again in a moment.'
              : 'Nothing found. An event id has 32 hexadecimal digits; an issue id looks like WEB-1A.'
      }
      renderOption={renderEntry}
      onSelect={choose}
    />
  );
}

function projectHere(): string | null {
  const named = /^\/(?:settings\/)?projects\/([\w-]+)/.exec(location.pathname)?.[1];
  return named ?? new URLSearchParams(location.search).get('project');
}
