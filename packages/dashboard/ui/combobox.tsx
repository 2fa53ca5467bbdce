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

export interface ComboboxGroup<Item> {
  heading: string | null;
  options: Item[];
}

/**
 * A text field above a list of matching options. The focus stays in the field and Enter selects the active option. The active
 * option stays active when new options appear above it.
 */
export function Combobox<Item extends { id: string }>({
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
  groups: ComboboxGroup<Item>[];
  /** The trimmed text that `groups` match; `null` before the first list. Enter waits until they match the current text. */
  groupsFor: string | null;
  /** The option that Enter selects while the list is outdated. */
  firstOption?: () => Item | undefined;
  /** Shown when no option matches. */
  empty: ReactNode;
  /** Renders an option. Pass a stable function, so that only changed options render. */
  renderOption: (option: Item) => ReactNode;
  onSelect: (option: Item) => void;
}) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ of: string | null; id: string | null }>({ of: null, id: null });
  /** The text for which the user pressed Enter before its options arrived. */
  const pendingText = useRef<string>(null);
  const options = groups.flatMap((group) => group.options);
  const at = active.of === groupsFor ? Math.max(0, indexOfId(active.id, options)) : 0;
  const option = options[at];
  const id = option?.id ?? null;
  if (active.of !== groupsFor || active.id !== id) setActive({ of: groupsFor, id });
  const idOf = (index: number) => `${listId}-${index}`;

  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // Scroll to the group heading above the first option.
    if (at === 0) list.current!.scrollTop = 0;
    else document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, listId]);

  useEffect(() => {
    if (!option || pendingText.current !== groupsFor || groupsFor !== text.trim()) return;
    pendingText.current = null;
    onSelect(option);
  }, [option, groupsFor, text, onSelect]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const selected = groupsFor === text.trim() ? option : firstOption?.();
      if (selected) onSelect(selected);
      else pendingText.current = text.trim();
      return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setActive({ of: groupsFor, id: options.at(to % Math.max(1, options.length))?.id ?? null });
  };
  const optionUnder = ({ target }: SyntheticEvent): Item | undefined => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    return option ? options.find((_, index) => idOf(index) === option.id) : undefined;
  };

  const indexBefore = groups.map((_, nth) => groups.slice(0, nth).flatMap((group) => group.options).length);
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
        aria-activedescendant={option && idOf(at)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        // On mouse down, so that the field keeps the focus.
        onMouseDown={(event) => {
          event.preventDefault();
          const selected = event.button === 0 ? optionUnder(event) : undefined;
          if (selected) onSelect(selected);
        }}
        onPointerMove={(event) => {
          const pointed = optionUnder(event);
          if (pointed && pointed.id !== id) setActive({ of: groupsFor, id: pointed.id });
        }}
        className="max-h-[52dvh] overflow-auto p-1.5 empty:hidden"
      >
        {groups.map(({ heading, options: groupOptions }, nth) => (
          <div key={heading ?? ''} role="group" aria-label={heading ?? label}>
            {heading === null ? null : (
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-12 text-muted">
                {heading}
              </div>
            )}
            {groupOptions.map((each, index) => (
              <Option
                key={each.id}
                id={idOf(indexBefore[nth]! + index)}
                option={each}
                renderOption={renderOption}
                active={each.id === id}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length > 0 || empty === null ? null : (
        <p role="status" className="px-3 pt-6 pb-8 text-center text-13 text-muted">
          {empty}
        </p>
      )}
    </>
  );
}

function indexOfId(id: string | null, options: { id: string }[]): number {
  return options.findIndex((option) => option.id === id);
}

const Option = memo(function Option<Item>({
  id,
  option,
  renderOption,
  active,
}: {
  id: string;
  option: Item;
  renderOption: (option: Item) => ReactNode;
  active: boolean;
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 text-13 pointer-coarse:min-h-11 aria-selected:bg-accent-wash"
    >
      {renderOption(option)}
    </div>
  );
}) as <Item>(props: {
  id: string;
  option: Item;
  renderOption: (option: Item) => ReactNode;
  active: boolean;
}) => JSX.Element;
