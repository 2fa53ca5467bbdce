'use client';

import type { SearchProblem, SearchSuggestion } from '@seismo/server';
import clsx from 'clsx';
import { History, Search } from 'lucide-react';
import { Suspense, use, useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { useSearchCommand } from '#shell/commands/search-input.tsx';
import type { Refused } from '#ui/fields.ts';
import { tokensOf, type Token } from './highlight.ts';
import { recentSearches, rememberSearch } from './recent.ts';
import { read } from '#lib/read.ts';

const QUIET_MS = 80;
const noProblem = Promise.resolve(null);

type Option = Omit<SearchSuggestion, 'kind'> & { kind: SearchSuggestion['kind'] | 'recent'; from: number; to: number };

interface SearchFieldProps {
  organizationId: number;
  /** What is searched, for suggestions; issues and events have the same. */
  of?: 'errors' | 'spans';
  query: string;
  projects: string[];
  /** Of `query`, once it is known. A form that shows the error of the field itself has none. */
  problem?: Promise<SearchProblem | null>;
  /** In a form, what is wrong with this text, while the input is invalid. */
  refused?: Refused['place'];
  /** Further attributes of the input, such as those that connect it to a visible label and an error. */
  input?: ComponentProps<'input'>;
  label: string;
  placeholder: string;
}

/**
 * A search input with syntax highlighting, suggestions at the cursor, and the position of an error underlined. Works
 * like any other form input.
 */
export function SearchField({
  organizationId,
  of = 'errors',
  query,
  projects,
  problem = noProblem,
  refused,
  input: inputProps,
  label,
  placeholder,
}: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(query);
  const [cursor, setCursor] = useState(query.length);
  const [open, setOpen] = useState(false);
  const [options, setOptions] = useState<Option[]>([]);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    if (!open) return;
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      const found = text.trim() === '' ? recentOptions(of, text) : [];
      const { from, to, suggestions } = await read(
        'suggestions',
        organizationId,
        { of, projects, text, cursor },
        leave.signal,
      ).catch(() => ({ from: 0, to: 0, suggestions: [] }));
      if (leave.signal.aborted) return;
      setOptions([...found, ...suggestions.map((each): Option => ({ ...each, from, to }))]);
      setActive(-1);
    }, QUIET_MS);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [open, text, cursor, organizationId, of, projects]);

  // What is typed next is another term.
  useSearchCommand(input, () => {
    const terms = input.current!.value.trimEnd();
    setText(terms === '' ? '' : `${terms} `);
  });
  const handleEdit = () => {
    const element = input.current!;
    setText(element.value);
    setCursor(element.selectionStart ?? element.value.length);
    setOpen(true);
  };
  const insertOption = (option: Option) => {
    const isIncomplete = option.kind === 'key' || option.kind === 'tag' || option.insert.endsWith(' ');
    const rest = text.slice(option.to);
    const inserted = option.insert + (isIncomplete || /^[\s,\])]/.test(rest) ? '' : ' ');
    const next = text.slice(0, option.from) + inserted + rest;
    const at = option.from + inserted.length;
    setText(next);
    setCursor(at);
    setOptions([]);
    setActive(-1);
    if (option.kind === 'recent') setOpen(false);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at, at);
    });
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isListOpen = open && options.length > 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One position more than options: the typed text itself.
      setActive((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isListOpen && options[active]) {
      event.preventDefault();
      insertOption(options[active]);
    } else if (event.key === 'Enter') {
      rememberSearch(of, text);
      setOpen(false);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const syncScroll = () => {
    if (layer.current && input.current) layer.current.scrollLeft = input.current.scrollLeft;
  };
  useEffect(syncScroll, [text, cursor]);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const isListOpen = open && options.length > 0;
  const indent = text.length - text.trimStart().length;
  return (
    <div className="relative min-w-0 flex-1">
      <div className="relative">
        <Search
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-[9px] left-2.5 z-10 text-faint pointer-coarse:top-[15px]"
        />
        <div
          ref={layer}
          aria-hidden
          className="pointer-events-none absolute inset-y-px right-2 left-8 z-10 overflow-hidden font-mono text-12 leading-[30px] whitespace-pre pointer-coarse:leading-[42px] text-ink"
        >
          <span className="relative inline-block pr-4">
            {tokensOf(text).map((token, index) => (
              <span key={index} className={tokenClass[token.kind]}>
                {token.text}
              </span>
            ))}
            {text === query ? (
              <Suspense>
                <Underline problem={problem} />
              </Suspense>
            ) : null}
            {refused && refused.text === text.trim() && inputProps?.['aria-invalid'] ? (
              <Line from={refused.from + indent} to={refused.to + indent} />
            ) : null}
          </span>
        </div>
        <input
          ref={input}
          type="text"
          name="query"
          role="combobox"
          aria-label={label}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={isListOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isListOpen && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-problem`}
          {...inputProps}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={handleEdit}
          onClick={handleEdit}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyUp={(event) => {
            if (
              event.key === 'ArrowLeft' ||
              event.key === 'ArrowRight' ||
              event.key === 'Home' ||
              event.key === 'End'
            ) {
              handleEdit();
            }
          }}
          onKeyDown={handleKey}
          onScroll={syncScroll}
          className="h-8 w-full rounded-md pointer-coarse:h-11 border border-line bg-surface pr-2 pl-8 font-mono text-12 text-ink caret-ink [-webkit-text-fill-color:transparent] placeholder:text-faint placeholder:[-webkit-text-fill-color:var(--ink-faint)] enabled:hover:border-line-strong aria-invalid:border-error! disabled:bg-sunken"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isListOpen}
        className="absolute top-9 right-0 left-0 z-30 pointer-coarse:top-12 max-h-[min(360px,60dvh)] overflow-auto rounded-md border border-line-strong bg-overlay p-1"
      >
        {options.map((option, index) => (
          <div
            key={`${option.kind} ${option.insert}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Pressed, not clicked: the field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              insertOption(option);
            }}
            className={clsx(
              'flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 text-13 pointer-coarse:min-h-11',
              index === active ? 'bg-accent-wash' : 'hover:bg-hover',
            )}
          >
            {option.kind === 'recent' ? <History size={13} aria-hidden className="shrink-0 text-faint" /> : null}
            <span className="min-w-0 truncate font-mono text-12">{option.label}</span>
            <span className="ml-auto shrink-0 text-12 text-muted">
              {option.about}
              {option.events === null ? null : (
                <span
                  title={`Recent ${of === 'spans' ? 'spans' : 'events'}`}
                >{`${option.about ? ', ' : ''}${option.events.toLocaleString('en-US')}`}</span>
              )}
            </span>
          </div>
        ))}
      </div>
      <div id={`${id}-problem`}>
        {text === query ? (
          <Suspense>
            <Message problem={problem} onCorrect={setText} query={query} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

const tokenClass: Record<Token['kind'], string> = {
  space: '',
  key: 'text-accent',
  value: 'text-ink',
  text: 'text-ink',
  sign: 'font-semibold text-muted',
};

function Underline({ problem }: { problem: Promise<SearchProblem | null> }) {
  const found = use(problem);
  return found ? <Line from={found.from} to={found.to} /> : null;
}

/** The font is monospaced, so positions are character counts. */
const Line = ({ from, to }: { from: number; to: number }) => (
  <span
    className="absolute bottom-1 border-b-2 border-dotted border-error"
    style={{ left: `${from}ch`, width: `${Math.max(1, to - from)}ch` }}
  />
);

interface MessageProps {
  problem: Promise<SearchProblem | null>;
  query: string;
  onCorrect: (text: string) => void;
}

function Message({ problem, query, onCorrect }: MessageProps) {
  const found = use(problem);
  if (!found) return null;
  const { message, from, to, suggestion } = found;
  return (
    <p className="mt-1.5 text-12 text-error">
      {message}
      {suggestion === null ? null : (
        <button
          type="button"
          className="ml-2 rounded-sm font-medium text-accent underline underline-offset-2"
          onClick={() => onCorrect(query.slice(0, from) + suggestion + query.slice(to))}
        >
          Did you mean {suggestion}?
        </button>
      )}
    </p>
  );
}

function recentOptions(of: 'errors' | 'spans', text: string): Option[] {
  return recentSearches(of).map((query) => ({
    kind: 'recent',
    insert: query,
    label: query,
    about: '',
    events: null,
    from: 0,
    to: text.length,
  }));
}
