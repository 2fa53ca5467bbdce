'use client';

import type { ReactNode } from 'react';
import type { Variant } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { archiveOptions, type StatusOption } from './status-options.ts';

interface Props {
  trigger: ReactNode;
  disabled?: boolean;
  onSelect: (option: Omit<StatusOption, 'name'>) => void;
  /** Opens the dialog for all other options. */
  onOther: () => void;
  small?: boolean;
  variant?: Variant;
  className?: string;
}

/** The archive options. */
export function ArchiveMenu({ onSelect, onOther, ...menu }: Props) {
  return (
    <Menu
      {...menu}
      label="Archive until"
      items={[
        ...archiveOptions.map((option) => ({ name: option.name, onSelect: () => onSelect(option) })),
        { name: 'Custom…', onSelect: onOther },
      ]}
    />
  );
}

/** The options to resolve in a release or a commit. */
export function ResolveMenu({
  options,
  onSelect,
  onOther,
  ...menu
}: Props & { options: () => (StatusOption & { note?: string })[] }) {
  return (
    <Menu
      {...menu}
      label="Resolve in a release"
      items={() => [
        ...options().map((option) => ({
          name: option.name,
          ...(option.note !== undefined && { note: option.note }),
          onSelect: () => onSelect(option),
        })),
        { name: 'Another release or commit…', onSelect: onOther },
      ]}
    />
  );
}
