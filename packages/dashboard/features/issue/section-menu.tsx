'use client';

import { List } from 'lucide-react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Menu } from '#ui/menu.tsx';

/** Links to the sections of the page. */
export function SectionMenu() {
  useCommands('page', () => ({
    name: 'Sections',
    commands: sections().map(({ name, onSelect }) => ({
      id: `section ${name}`,
      label: `Go to ${name}`,
      run: onSelect,
    })),
  }));
  return (
    <Menu
      label="Sections"
      variant="quiet"
      className="px-2!"
      trigger={<List size={15} aria-hidden />}
      items={sections}
    />
  );
}

const sections = () =>
  [...document.querySelectorAll<HTMLElement>('main section[aria-label]:not(section section)')]
    .filter((section) => section.checkVisibility())
    .map((section) => ({ name: section.getAttribute('aria-label')!, onSelect: () => goTo(section) }));

function goTo(section: HTMLElement): void {
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();
}
