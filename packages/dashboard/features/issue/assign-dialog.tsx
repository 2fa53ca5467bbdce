'use client';

import type { AssigneeView } from '@seismo/server';
import { Command } from 'cmdk';
import { UserRound, UserRoundX, UsersRound } from 'lucide-react';
import { Modal } from '#components/ui/modal.tsx';

const itemClass =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-13 data-[selected=true]:bg-hover data-[selected=true]:text-ink';

/** People and teams, found by typing. */
export default function AssignDialog({
  among,
  assignee,
  onChoose,
  onClose,
}: {
  among: AssigneeView[];
  assignee: AssigneeView | null;
  onChoose: (to: AssigneeView | null) => void;
  onClose: () => void;
}) {
  return (
    <Modal label="Assign the issue" onClose={onClose}>
      <Command label="Assign the issue" loop>
        <Command.Input
          data-first-focus
          placeholder="Person or team"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[52dvh] overflow-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
            Nobody of that name. Teams are made in the settings.
          </Command.Empty>
          {assignee ? (
            <Command.Item value="nobody unassign" onSelect={() => onChoose(null)} className={itemClass}>
              <UserRoundX size={15} aria-hidden className="text-muted" />
              Nobody
            </Command.Item>
          ) : null}
          {among.map((to) => {
            const key = to.kind === 'team' ? `#${to.slug}` : to.email;
            const Icon = to.kind === 'team' ? UsersRound : UserRound;
            return (
              <Command.Item key={key} value={`${to.name} ${key}`} onSelect={() => onChoose(to)} className={itemClass}>
                <Icon size={15} aria-hidden className="shrink-0 text-muted" />
                <span className="min-w-0 truncate">{to.name}</span>
                <span className="ml-auto max-w-[50%] truncate text-12 text-muted">{key}</span>
              </Command.Item>
            );
          })}
        </Command.List>
      </Command>
    </Modal>
  );
}
