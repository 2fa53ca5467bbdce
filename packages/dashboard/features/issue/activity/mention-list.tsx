'use client';

import { UserRound, UsersRound } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { plural } from '#ui/count.ts';
import { read } from '#lib/read.ts';
import type { Target } from '#server/target.ts';
import {
  matchingOptions,
  mentionOptions,
  mentionText,
  typedMention,
  type MentionOption,
  type TypedMention,
} from './mention-text.ts';

interface Props {
  area: RefObject<HTMLTextAreaElement | null>;
  issue: Target;
}

/**
 * Members and teams for the `@` at the cursor, in a list below the text. The focus stays in the text; arrows, Enter, Tab and
 * Escape are for the list while it is open. A text of several lines cannot have the role `combobox`, so it gets the same
 * attributes as a text field, and a message announces the list.
 */
export function MentionList({ area, issue: { organizationId, id } }: Props) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState<MentionOption[]>([]);
  const [mention, setMention] = useState<TypedMention | null>(null);
  /** Where the `@` is for which the user closed the list or selected an option. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState({ typed: '', index: 0 });
  const options = mention && mention.from !== closedAt ? matchingOptions(all, mention.typed) : [];
  const isOpen = options.length > 0;
  const at = active.typed === mention?.typed ? Math.min(active.index, options.length - 1) : 0;
  const idOf = (index: number) => `${listId}-${index}`;
  const activeId = isOpen ? idOf(at) : null;

  useEffect(() => {
    const leave = new AbortController();
    read('mentionable', organizationId, { issue: id }, leave.signal).then(
      (found) => setAll(mentionOptions(found)),
      // Without the list, a mention can still be typed.
      () => {},
    );
    return () => leave.abort();
  }, [organizationId, id]);

  useEffect(() => {
    const update = () => {
      const { activeElement } = document;
      const { value, selectionStart, selectionEnd } = area.current!;
      const found =
        activeElement === area.current && selectionStart === selectionEnd ? typedMention(value, selectionStart) : null;
      setMention((before) => (before?.from === found?.from && before?.typed === found?.typed ? before : found));
      setClosedAt((before) => (before === found?.from ? before : null));
    };
    update();
    const stop = new AbortController();
    const { signal } = stop;
    for (const name of ['input', 'focus', 'blur']) area.current!.addEventListener(name, update, { signal });
    document.addEventListener('selectionchange', update, { signal });
    return () => stop.abort();
  }, [area]);

  const select = (option: MentionOption) => {
    const text = area.current!;
    const { value, selectionStart: cursor } = text;
    const inserted = mentionText(option, value.slice(cursor));
    setClosedAt(mention!.from);
    text.setSelectionRange(mention!.from, cursor);
    // The only way to insert text that the browser's own undo takes back.
    if (!document.execCommand('insertText', false, inserted)) text.setRangeText(inserted, mention!.from, cursor, 'end');
  };

  useEffect(() => {
    if (!isOpen) return;
    const text = area.current!;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to !== undefined) setActive({ typed: mention!.typed, index: (to + options.length) % options.length });
      else if (event.key === 'Enter' || event.key === 'Tab') select(options[at]!);
      else if (event.key === 'Escape') setClosedAt(mention!.from);
      else return;
      event.preventDefault();
    };
    text.addEventListener('keydown', onKeyDown);
    return () => text.removeEventListener('keydown', onKeyDown);
  });

  useEffect(() => {
    if (!isOpen) return;
    const text = area.current!;
    const attributes = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': listId };
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
    list.current!.scrollIntoView({ block: 'nearest' });
    return () => Object.keys(attributes).forEach((name) => text.removeAttribute(name));
  }, [area, isOpen, listId]);

  useEffect(() => {
    if (activeId === null) return;
    const text = area.current!;
    text.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => text.removeAttribute('aria-activedescendant');
  }, [area, activeId]);

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? `${plural(options.length, 'suggestion')} for @${mention!.typed}` : ''}
      </p>
      {isOpen ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="Members and teams"
          className="absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto rounded-md border border-line-strong bg-overlay p-1"
        >
          {options.map((option, index) => {
            const Icon = option.kind === 'team' ? UsersRound : UserRound;
            return (
              <div
                key={option.id}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                // On mouse down, so that the text keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  if (event.button === 0) select(option);
                }}
                onPointerMove={() => index === at || setActive({ typed: mention!.typed, index })}
                className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 pointer-coarse:min-h-11 aria-selected:bg-accent-wash"
              >
                <Icon size={14} aria-hidden className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate">{option.name}</span>
                {option.detail === option.name ? null : (
                  <span className="max-w-[55%] shrink-0 truncate text-12 text-muted">{option.detail}</span>
                )}
              </div>
            );
          })}
        </div>
      ) : null}
    </>
  );
}
