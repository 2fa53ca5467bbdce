'use client';

import type { PriorityView } from '@seismo/server';
import { Bookmark, ChevronsDown, ChevronsUp, Equal } from 'lucide-react';
import { useEffect, useOptimistic, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { callAction } from '#ui/call-action.ts';
import { flagIssues } from '../issues/actions.ts';
import { priorityNames } from '../issues/priority-names.ts';
import { useChangeIssues } from '../issues/use-change-issues.ts';
import type { Target } from '#server/target.ts';
import { toast } from '../toast/toast.ts';

/** Finds the issue again: `bookmarks:me`. */
export function BookmarkButton({ issue, bookmarked }: { issue: Target; bookmarked: boolean }) {
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
  return (
    <Button
      variant="quiet"
      command="bookmark"
      pending={pending}
      aria-pressed={isBookmarked}
      aria-label="Bookmark"
      title={isBookmarked ? 'Remove bookmark' : 'Bookmark'}
      className="px-2!"
      onClick={() => pending || toggle()}
    >
      <Bookmark size={15} aria-hidden className={isBookmarked ? 'fill-accent text-accent' : ''} />
    </Button>
  );
}

const priorityIcons = { high: ChevronsUp, medium: Equal, low: ChevronsDown };

/** Priority with its reason, and a menu to change it. */
export function PriorityMenu({ issue, priority }: { issue: Target; priority: PriorityView }) {
  const [pending, change] = useChangeIssues();
  const Icon = priorityIcons[priority.level];
  const set = (level: 'high' | 'medium' | 'low' | null) =>
    change(
      { organizationId: issue.organizationId, issues: [issue.id] },
      { priority: level },
      level ? `set to ${level} priority` : 'set to automatic priority',
    );
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
      items={[
        ...(['high', 'medium', 'low'] as const).map((level) => ({
          name: priorityNames[level],
          onSelect: () => set(level),
        })),
        ...(priority.byPerson ? [{ name: 'Automatic', onSelect: () => set(null) }] : []),
      ]}
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
    if (!seen) void flagIssues({ organizationId, issues: [id] }, { seen: true }, true);
  }, [organizationId, id, seen]);
  return null;
}
