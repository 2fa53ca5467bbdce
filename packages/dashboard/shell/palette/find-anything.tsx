'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { Combobox } from '#ui/combobox.tsx';
import { revealSetting } from '#features/settings/reveal-setting.ts';
import { selectedProject } from '#features/settings/selected-project.ts';
import { withCurrentContext } from '../context-bar/page-context.tsx';
import type { CommandGroup } from '../commands/registry.ts';
import { renderEntry } from './render-entry.tsx';
import type { Entry } from './entry.ts';
import { read } from '#lib/read.ts';
import { useSearchAsYouType } from '#lib/use-search-as-you-type.ts';
import type { Hits } from './find.ts';
import { paletteGroups } from './groups.ts';

const none: Hits = { found: [], dsns: [], settings: [] };

const search = (text: string, signal: AbortSignal) => read('find', null, { text, here: selectedProject() }, signal);

/**
 * Finds pages, issues, events, error codes, releases, members and projects, and runs actions. The field updates at once; the list
 * follows in a transition.
 */
export function FindAnything({ commands, onClose }: { commands: readonly CommandGroup[]; onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  /** The text that the list is for; `null` in the first render. */
  const [typed, setTyped] = useState<string | null>(null);
  const found = useSearchAsYouType(typed || null, search);
  const hits = found?.answer ?? none;
  const groups = useMemo(() => (typed === null ? [] : paletteGroups(typed, commands, hits)), [typed, commands, hits]);

  useEffect(() => startTransition(() => setTyped('')), []);

  const write = (value: string) => {
    setText(value);
    startTransition(() => setTyped(value.trim()));
  };
  const select = (entry: Entry) => {
    onClose();
    if (entry.href) {
      router.push(withCurrentContext(entry.href) as Route);
      revealSetting(entry.href);
    }
    // Wait until the focus is back: a command may open another dialog.
    else requestAnimationFrame(() => void entry.run?.());
  };

  return (
    <Combobox
      label="Find anything"
      placeholder="Search pages, issues, event IDs, releases, members and actions"
      text={text}
      onTextChange={write}
      groups={groups}
      groupsFor={typed}
      // Enter before the list has updated: take the first option that needs no server response.
      firstOption={() => paletteGroups(text.trim(), commands, none)[0]?.options[0]}
      empty={
        typed === null
          ? null
          : found?.text !== typed
            ? 'Searching…'
            : found.answer === null
              ? 'The server is not responding. Try again in a moment.'
              : 'No results. An event ID has 32 hexadecimal digits. An issue ID looks like WEB-1A.'
      }
      renderOption={renderEntry}
      onSelect={select}
    />
  );
}
