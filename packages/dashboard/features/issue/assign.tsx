'use client';

import type { AssigneeView, IssueChange } from '@seismo/server';
import { UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { assigneeText } from '#features/issues/assignee-text.ts';
import { assignCommands } from '#features/issues/issue-commands.ts';
import type { Target } from '#server/target.ts';
import { useChangeIssues } from '../issues/use-change-issues.ts';

const AssignDialog = lazyDialog(async () => (await import('#features/issues/assign-dialog.tsx')).AssignDialog);

interface Props {
  issue: Target;
  shortId: string;
  assignee: AssigneeView | null;
  assignees: AssigneeView[];
}

/** The assignee, and a dialog to change it. */
export function Assign({ issue, shortId, assignee, assignees }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [pending, changeIssues] = useChangeIssues();
  const change = (what: IssueChange, message: string) =>
    changeIssues({ organizationId: issue.organizationId, issues: [issue.id] }, what, message);
  const assign = (to: AssigneeView | null) => {
    close();
    change({ assignTo: assigneeText(to) }, to ? `assigned to ${to.name}` : 'unassigned');
  };
  useCommands('page', () => ({
    name: shortId,
    commands: pending ? [] : assignCommands(change, () => setOpen(true), assignee !== null),
  }));
  return (
    <>
      <Button pending={pending} onClick={() => pending || setOpen(true)} aria-haspopup="dialog">
        <AssigneeLabel assignee={assignee} />
      </Button>
      <AssignDialog
        open={open}
        what="issue"
        issue={issue}
        assignees={assignees}
        mayUnassign={assignee !== null}
        onSelect={assign}
        onClose={close}
      />
    </>
  );
}

/** Read-only assignee. */
export function AssignedTo({ assignee }: { assignee: AssigneeView | null }) {
  if (!assignee) return null;
  return (
    <span className="mr-1.5 inline-flex items-center gap-1.5 text-13">
      <span className="sr-only">Assigned to </span>
      <AssigneeLabel assignee={assignee} />
    </span>
  );
}

function AssigneeLabel({ assignee }: { assignee: AssigneeView | null }) {
  return (
    <>
      {assignee?.kind === 'team' ? <UsersRound size={14} aria-hidden /> : <UserRound size={14} aria-hidden />}
      <span className="max-w-40 truncate max-sm:sr-only">{assignee ? assignee.name : 'Assign'}</span>
    </>
  );
}
