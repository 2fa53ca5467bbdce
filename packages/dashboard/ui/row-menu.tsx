'use client';

import { Ellipsis } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { ConfirmDialog } from './confirm-by-name.tsx';
import { Menu } from './menu.tsx';

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> {
  /** The accessible name of the button. */
  label: string;
  /** The menu item, which asks for confirmation. */
  item: string;
}

/** The menu of a row, for what is too rare or dangerous for a button on every row. */
export function RowMenu({ label, item, ...confirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu
        label={label}
        trigger={<Ellipsis size={15} aria-hidden />}
        variant="quiet"
        small
        items={[{ name: item, onSelect: () => setOpen(true) }]}
      />
      {isOpen ? <ConfirmDialog {...confirm} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
