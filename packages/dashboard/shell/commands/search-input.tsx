'use client';

import { useRef, type ComponentProps, type RefObject } from 'react';
import { useCommands } from './use-commands.ts';

/** The key of the search moves the focus to the end of the field, so that typing adds to the search. */
export function useSearchCommand(input: RefObject<HTMLInputElement | null>, prepare?: () => void): void {
  useCommands('page', () => ({
    name: null,
    commands: [
      {
        id: 'search',
        label: 'Search',
        run: () => {
          prepare?.();
          input.current?.focus();
          input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
        },
      },
    ],
  }));
}

/** The search field of a page, also before it has hydrated. */
export const findSearchField = () => document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]');

/** The search field of a page. */
export function SearchInput(props: ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null);
  useSearchCommand(input);
  return <input ref={input} aria-keyshortcuts="/" {...props} />;
}
