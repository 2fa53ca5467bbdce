'use client';

import type { AssigneeView, IssueChange } from '@seismo/server';
import { UserRound, UsersRound } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useChange } from '#features/issues/use-change.ts';

const AssignDialog = dynamic(() => import('./assign-dialog.tsx'), { ssr: false });

/** Whom the issue is for, and the way to say so. */
export function Assign({
  shortId,
  assignee,
  among,
}: {
  shortId: string;
  assignee: AssigneeView | null;
  among: AssigneeView[];
}) {
  const [open, setOpen] = useState(false);
  const [pending, change] = useChange();
  const assign = (to: AssigneeView | null) => {
    setOpen(false);
    change([shortId], { assignTo: nameOf(to) }, to ? `assigned to ${to.name}` : 'assigned to nobody');
  };
  return (
    <>
      <Button command="assign" pending={pending} onClick={() => pending || setOpen(true)} aria-haspopup="dialog">
        {assignee?.kind === 'team' ? <UsersRound size={14} aria-hidden /> : <UserRound size={14} aria-hidden />}
        <span className="max-w-40 truncate">{assignee ? assignee.name : 'Assign'}</span>
      </Button>
      {open ? (
        <AssignDialog among={among} assignee={assignee} onChoose={assign} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function nameOf(to: AssigneeView | null): NonNullable<IssueChange['assignTo']> {
  if (!to) return '';
  return to.kind === 'team' ? `team:${to.teamId}` : `user:${to.userId}`;
}
