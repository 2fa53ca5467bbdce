'use client';

import { useState, type ReactNode } from 'react';
import type { Variant } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import type { Target } from '#server/target.ts';
import { archiveOptions, type StatusOption } from './status-options.ts';

const ArchiveDialog = lazyDialog(async () => (await import('./archive-dialog.tsx')).ArchiveDialog);
const ResolveDialog = lazyDialog(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

interface Props {
  trigger: ReactNode;
  disabled?: boolean;
  onSelect: (choice: Omit<StatusOption, 'name'>) => void;
  small?: boolean;
  variant?: Variant;
  className?: string;
}

/** The archive options, including custom ones. `what` is the issue, or the number of issues. */
export function ArchiveMenu({ what, onSelect, ...menu }: Props & { what: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Menu
        {...menu}
        label="Archive until"
        items={[
          ...archiveOptions.map((choice) => ({ name: choice.name, onSelect: () => onSelect(choice) })),
          { name: 'Custom…', onSelect: () => setOpen(true) },
        ]}
      />
      <ArchiveDialog open={open} what={what} onSelect={onSelect} onClose={close} />
    </>
  );
}

/** The options to resolve in a release or a commit. `issue` is one of the issues; its project has the releases. */
export function ResolveMenu({
  issue,
  options,
  onSelect,
  ...menu
}: Props & { issue: Target; options: (StatusOption & { note?: string })[] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Menu
        {...menu}
        label="Resolve in a release"
        items={[
          ...options.map((choice) => ({
            name: choice.name,
            ...(choice.note !== undefined && { note: choice.note }),
            onSelect: () => onSelect(choice),
          })),
          { name: 'Another release or commit…', onSelect: () => setOpen(true) },
        ]}
      />
      <ResolveDialog
        open={open}
        issue={issue}
        onSelect={(choice) => {
          close();
          onSelect(choice);
        }}
        onClose={close}
      />
    </>
  );
}
