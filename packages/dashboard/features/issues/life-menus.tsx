'use client';

import { useState, type ReactNode } from 'react';
import type { Look } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { late } from '#shell/lazy.tsx';
import type { Target } from '#server/target.ts';
import { archiveChoices, type LifeChoice } from './life-choices.ts';

const ArchiveDialog = late(async () => (await import('./archive-dialog.tsx')).ArchiveDialog);
const ResolveDialog = late(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

interface Props {
  face: ReactNode;
  disabled?: boolean;
  onChoose: (choice: Omit<LifeChoice, 'name'>) => void;
  small?: boolean;
  look?: Look;
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
          ...archiveChoices.map((choice) => ({ name: choice.name, choose: () => onChoose(choice) })),
          { name: 'Custom…', choose: () => setOpen(true) },
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
            choose: () => onChoose(choice),
          })),
          { name: 'Another release or commit…', choose: () => setOpen(true) },
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
