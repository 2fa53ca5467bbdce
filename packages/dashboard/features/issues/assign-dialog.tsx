'use client';

import type { AssigneeView, SuggestedAssignee } from '@seismo/server';
import { Command } from 'cmdk';
import { UserRound, UserRoundX, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Modal } from '#components/ui/modal.tsx';
import { suggestedAssignees } from './actions.ts';
import { assigneeText } from './assignee-text.ts';

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 text-13 data-[selected=true]:bg-hover data-[selected=true]:text-ink';
const groupClass =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted';

/** People and teams, found by typing; of one issue first those whom its files or the rules name, and why. */
export default function AssignDialog({
  what,
  shortId,
  among,
  mayUnassign,
  onChoose,
  onClose,
}: {
  what: string;
  /** The issue, if it is one. */
  shortId?: string;
  among: AssigneeView[];
  mayUnassign: boolean;
  onChoose: (to: AssigneeView | null) => void;
  onClose: () => void;
}) {
  const [suggested, setSuggested] = useState<SuggestedAssignee[]>([]);
  useEffect(() => {
    if (shortId === undefined) return;
    let current = true;
    void suggestedAssignees(shortId).then((found) => current && setSuggested(found));
    return () => {
      current = false;
    };
  }, [shortId]);
  const isSuggested = (to: AssigneeView) => suggested.some((one) => assigneeText(one.to) === assigneeText(to));
  return (
    <Modal label={`Assign ${what}`} onClose={onClose}>
      <Command label={`Assign ${what}`} loop>
        <Command.Input
          data-first-focus
          placeholder="Person or team"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[52dvh] overflow-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
            Nobody of that name. Teams are made in the settings.
          </Command.Empty>
          {suggested.length > 0 ? (
            <Command.Group heading="Suggested" className={groupClass}>
              {suggested.map(({ to, why }) => (
                <Person key={assigneeText(to)} to={to} note={why} onChoose={onChoose} />
              ))}
            </Command.Group>
          ) : null}
          <Command.Group heading={suggested.length > 0 ? 'Everybody' : undefined} className={groupClass}>
            {mayUnassign ? (
              <Command.Item value="nobody unassign" onSelect={() => onChoose(null)} className={itemClass}>
                <UserRoundX size={15} aria-hidden className="text-muted" />
                Nobody
              </Command.Item>
            ) : null}
            {among
              .filter((to) => !isSuggested(to))
              .map((to) => (
                <Person key={assigneeText(to)} to={to} note={null} onChoose={onChoose} />
              ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Modal>
  );
}

function Person({
  to,
  note,
  onChoose,
}: {
  to: AssigneeView;
  note: string | null;
  onChoose: (to: AssigneeView) => void;
}) {
  const name = to.kind === 'team' ? `#${to.slug}` : to.email;
  const Icon = to.kind === 'team' ? UsersRound : UserRound;
  return (
    <Command.Item value={`${to.name} ${name}`} onSelect={() => onChoose(to)} className={itemClass}>
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{to.name}</span>
        {note === null ? null : <span className="block truncate text-12 text-muted">{note}</span>}
      </span>
      <span className="max-w-[50%] shrink-0 truncate text-12 text-muted">{name}</span>
    </Command.Item>
  );
}
