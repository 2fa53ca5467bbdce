'use client';

import type { PermissionName } from '@seismo/server';
import { Search } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useId, useState, type KeyboardEvent } from 'react';
import { Link } from '#ui/link.tsx';
import { inputClass } from '#ui/input-class.ts';
import { SearchInput } from '#shell/commands/search-input.tsx';
import { revealSetting } from './reveal-setting.ts';
import { useSelectedProject } from './selected-project.ts';
import { findSettings, similarSettings } from './settings-index.ts';

interface Props {
  projects: { slug: string; name: string }[];
  /** Actions without permission. */
  off: readonly PermissionName[];
}

/** Searches all settings. The arrow keys select, Enter opens, Escape clears. */
export function SettingsSearch({ projects, off }: Props) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const project = useSelectedProject(projects);
  const matching = findSettings(text, projects, project, off);
  const found = matching.length > 0 ? matching : similarSettings(text, projects, project, off);
  const selected = Math.min(at, found.length - 1);
  const hasText = text.trim() !== '';

  const open = (href: string) => {
    setText('');
    revealSetting(href);
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setAt((selected + step + found.length) % found.length);
    else if (event.key === 'Enter' && found[selected]) {
      router.push(found[selected].href as Route);
      open(found[selected].href);
    } else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search
      className="relative min-w-0 flex-1"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setText('')}
    >
      <Search size={14} aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
      <SearchInput
        type="text"
        role="combobox"
        aria-label="Search settings"
        aria-expanded={hasText}
        aria-controls={`${id}-found`}
        aria-activedescendant={found[selected] ? `${id}-${selected}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Search settings"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
        className={`${inputClass} h-8! w-full pl-8! text-13!`}
      />
      <div
        hidden={!hasText}
        className="absolute top-full left-0 z-20 mt-1 w-[min(340px,calc(100vw-32px))] rounded-md border border-line-strong bg-overlay p-1"
      >
        {matching.length === 0 ? (
          <p role="status" className="px-2.5 py-2 text-13 text-muted">
            {found.length > 0 ? 'No matching settings. Similar settings:' : 'No matching settings'}
          </p>
        ) : null}
        <div id={`${id}-found`} role="listbox" aria-label="Settings">
          {found.map(({ href, name, detail }, index) => (
            <Link
              key={`${href} ${name}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === selected}
              tabIndex={-1}
              href={href as Route}
              onClick={() => open(href)}
              onMouseEnter={() => setAt(index)}
              className="block rounded-sm px-2.5 py-1.5 text-13 aria-selected:bg-accent-wash"
            >
              {name}
              <span className="block truncate text-12 text-muted">{detail}</span>
            </Link>
          ))}
        </div>
      </div>
    </search>
  );
}
