'use client';

import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';

export interface ComboboxGroup<Line> {
  heading: string | null;
  options: Line[];
}

/**
 * A field over a list of what fits what is written in it. The focus stays in the field; one line is marked, the first one
 * unless somebody went to another, and Enter takes it. The marked line stays marked when others come above it, for somebody
 * may be about to choose it.
 */
export function Combobox<Line extends { id: string }>({
  label,
  placeholder,
  text,
  onTextChange,
  groups,
  groupsFor,
  firstOption,
  empty,
  renderOption,
  onSelect,
}: {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  groups: ComboboxGroup<Line>[];
  /** The text, trimmed, that `groups` are for; `null` before there are any. Enter waits for those of the text there is. */
  groupsFor: string | null;
  /** What Enter takes instead when the list is behind the text. */
  firstOption?: () => Line | undefined;
  /** Instead of the list, where it has no line. */
  empty: ReactNode;
  /** What a line shows. The same function each time, so that only lines that change are drawn anew. */
  renderOption: (line: Line) => ReactNode;
  onSelect: (line: Line) => void;
}) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [marked, mark] = useState<{ of: string | null; id: string | null }>({ of: null, id: null });
  /** The text at which Enter was pressed before there was a line for it. */
  const awaited = useRef<string>(null);
  const lines = groups.flatMap((group) => group.options);
  const at = marked.of === groupsFor ? Math.max(0, placeOf(marked.id, lines)) : 0;
  const line = lines[at];
  const id = line?.id ?? null;
  if (marked.of !== groupsFor || marked.id !== id) mark({ of: groupsFor, id });
  const idOf = (place: number) => `${listId}-${place}`;

  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // Above the first line is the name of its group.
    if (at === 0) list.current!.scrollTop = 0;
    else document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, listId]);

  useEffect(() => {
    if (!line || awaited.current !== groupsFor || groupsFor !== text.trim()) return;
    awaited.current = null;
    onSelect(line);
  }, [line, groupsFor, text, onSelect]);

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = groupsFor === text.trim() ? line : firstOption?.();
      if (chosen) onSelect(chosen);
      else awaited.current = text.trim();
      return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    mark({ of: groupsFor, id: lines.at(to % Math.max(1, lines.length))?.id ?? null });
  };
  const lineUnder = ({ target }: SyntheticEvent): Line | undefined => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    return option ? lines.find((_, place) => idOf(place) === option.id) : undefined;
  };

  const placesBefore = groups.map((_, nth) => groups.slice(0, nth).flatMap((group) => group.options).length);
  return (
    <>
      <input
        ref={field}
        data-first-focus
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={line && idOf(at)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={pressed}
        placeholder={placeholder}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        // Pressed, not clicked: the field keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault();
          const chosen = event.button === 0 ? lineUnder(event) : undefined;
          if (chosen) onSelect(chosen);
        }}
        onPointerMove={(event) => {
          const pointed = lineUnder(event);
          if (pointed && pointed.id !== id) mark({ of: groupsFor, id: pointed.id });
        }}
        className="max-h-[52dvh] overflow-auto p-1.5 empty:hidden"
      >
        {groups.map(({ heading, options: ofGroup }, nth) => (
          <div key={heading ?? ''} role="group" aria-label={heading ?? label}>
            {heading === null ? null : (
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-12 text-muted">
                {heading}
              </div>
            )}
            {ofGroup.map((each, place) => (
              <Option
                key={each.id}
                id={idOf(placesBefore[nth]! + place)}
                line={each}
                draw={renderOption}
                marked={each.id === id}
              />
            ))}
          </div>
        ))}
      </div>
      {lines.length > 0 || empty === null ? null : (
        <p role="status" className="px-3 pt-6 pb-8 text-center text-13 text-muted">
          {empty}
        </p>
      )}
    </>
  );
}

function placeOf(id: string | null, lines: { id: string }[]): number {
  return lines.findIndex((line) => line.id === id);
}

const Option = memo(function Option<Line>({
  id,
  line,
  draw,
  marked,
}: {
  id: string;
  line: Line;
  draw: (line: Line) => ReactNode;
  marked: boolean;
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={marked}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 text-13 aria-selected:bg-accent-wash"
    >
      {draw(line)}
    </div>
  );
}) as <Line>(props: { id: string; line: Line; draw: (line: Line) => ReactNode; marked: boolean }) => JSX.Element;
