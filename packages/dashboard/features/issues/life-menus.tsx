'use client';

import { useState, type ReactNode } from 'react';
import type { Variant } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import type { Target } from '#server/target.ts';
import { archiveChoices, type LifeChoice } from './life-choices.ts';

const ArchiveDialog = lazyDialog(async () => (await import('./archive-dialog.tsx')).ArchiveDialog);
const ResolveDialog = lazyDialog(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

interface Props {
  trigger: ReactNode;
  disabled?: boolean;
  onChoose: (choice: Omit<LifeChoice, 'name'>) => void;
  small?: boolean;
  variant?: Variant;
  className?: string;
}

/** The ways to archive, own values among them. `what`: the issue, or how many. */
export function ArchiveMenu({ what, onChoose, ...menu }: Props & { what: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Menu
        {...menu}
        label="Archive until"
        items={[
          ...archiveChoices.map((choice) => ({ name: choice.name, onSelect: () => onChoose(choice) })),
          { name: 'Custom…', onSelect: () => setOpen(true) },
        ]}
      />
      <ArchiveDialog open={open} what={what} onChoose={onChoose} onClose={close} />
    </>
  );
}

/** The ways to resolve in a release or a commit. `issue`: one of the issues, whose project has them. */
export function ResolveMenu({
  issue,
  choices,
  onChoose,
  ...menu
}: Props & { issue: Target; choices: (LifeChoice & { note?: string })[] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Menu
        {...menu}
        label="Resolve in a release"
        items={[
          ...choices.map((choice) => ({
            name: choice.name,
            ...(choice.note !== undefined && { note: choice.note }),
            onSelect: () => onChoose(choice),
          })),
          { name: 'Another release or commit…', onSelect: () => setOpen(true) },
        ]}
      />
      <ResolveDialog
        open={open}
        issue={issue}
        onChoose={(choice) => {
          close();
          onChoose(choice);
        }}
        onClose={close}
      />
    </>
  );
}
