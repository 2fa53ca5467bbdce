'use client';

import type { IssueChange, PriorityView } from '@seismo/server';
import { Bookmark, ChevronsDown, ChevronsUp, Equal } from 'lucide-react';
import { useEffect, useOptimistic, useTransition } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { callAction } from '#ui/call-action.ts';
import { flagIssues } from '../issues/actions.ts';
import { priorityCommands } from '../issues/issue-commands.ts';
import { priorityNames } from '../issues/priority-names.ts';
import { useChangeIssues } from '../issues/use-change-issues.ts';
import type { Target } from '#server/target.ts';
import { toast } from '../toast/toast.ts';

interface IssueProps {
  issue: Target;
  shortId: string;
}

/** Finds the issue again: `bookmarks:me`. */
export function BookmarkButton({ issue, shortId, bookmarked }: IssueProps & { bookmarked: boolean }) {
  const [isBookmarked, setBookmarked] = useOptimistic(bookmarked);
  const [pending, start] = useTransition();
  const toggle = () =>
    start(async () => {
      setBookmarked(!isBookmarked);
      const result = await callAction(
        flagIssues({ organizationId: issue.organizationId, issues: [issue.id] }, { bookmarked: !isBookmarked }),
      );
      if (!result.ok) toast({ text: result.message });
    });
  const label = isBookmarked ? 'Remove bookmark' : 'Bookmark';
  useCommands('page', () => ({ name: shortId, commands: pending ? [] : [{ id: 'bookmark', label, run: toggle }] }));
  return (
    <Button
      variant="quiet"
      pending={pending}
      aria-pressed={isBookmarked}
      aria-label="Bookmark"
      title={label}
      className="px-2!"
      onClick={() => pending || toggle()}
    >
      <Bookmark size={15} aria-hidden className={isBookmarked ? 'fill-accent text-accent' : ''} />
    </Button>
  );
}

const priorityIcons = { high: ChevronsUp, medium: Equal, low: ChevronsDown };

/** Priority with its reason, and a menu to change it. */
export function PriorityMenu({ issue, shortId, priority }: IssueProps & { priority: PriorityView }) {
  const [pending, changeIssues] = useChangeIssues();
  const Icon = priorityIcons[priority.level];
  const change = (what: IssueChange, message: string) =>
    changeIssues({ organizationId: issue.organizationId, issues: [issue.id] }, what, message);
  const commands = priorityCommands(change, priority.byPerson);
  useCommands('page', () => ({ name: shortId, commands: pending ? [] : commands }));
  return (
    <Menu
      label={`Priority: ${priority.level}. ${priority.why}`}
      variant="quiet"
      small
      disabled={pending}
      className="h-[22px]! px-1.5!"
      trigger={
        <>
          <Icon size={14} aria-hidden />
          {priorityNames[priority.level]}
        </>
      }
      items={commands.map(({ label, run }) => ({ name: label, onSelect: run }))}
    />
  );
}

/** Read-only priority. */
export function PriorityNote({ priority }: { priority: PriorityView }) {
  const Icon = priorityIcons[priority.level];
  return (
    <span title={priority.why} className="inline-flex items-center gap-1.5">
      <Icon size={14} aria-hidden />
      <span className="sr-only">Priority: </span>
      {priorityNames[priority.level]}
    </span>
  );
}

/** Marks the issue as seen when its page opens. */
export function SeenToggle({ issue: { organizationId, id }, seen }: { issue: Target; seen: boolean }) {
  useEffect(() => {
    // After a failure, the next visit marks it.
    if (!seen) void callAction(flagIssues({ organizationId, issues: [id] }, { seen: true }, true));
  }, [organizationId, id, seen]);
  return null;
}
