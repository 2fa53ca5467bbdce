'use client';

import { useRouter } from 'next/navigation';
import type { Route } from 'next';
import { Activity, startTransition, useEffect, useOptimistic, useRef } from 'react';
import { moveRow } from '#shell/keyboard/commands.ts';
import type { ColumnId } from './columns.ts';
import { IssueRow } from './issue-row.tsx';
import { archiveChoices, resolveChoices, type LifeChoice } from './life-choices.ts';
import type { ListedIssue } from './listed-issue.ts';
import { useChange } from './use-change.ts';

const nobody: ReadonlySet<number> = new Set();

/**
 * The body of a list of issues. Sent once, as what the rows say and not as how they say it; what rows can do is heard of
 * here, so that fifty of them need nothing of their own.
 */
export function IssueRows({
  organizationId,
  issues,
  shown,
  nowMs,
  span,
  mayChange,
}: {
  organizationId: number;
  issues: ListedIssue[];
  shown: readonly ColumnId[];
  nowMs: number;
  span: string;
  /** Resolve and archive them. */
  mayChange: boolean;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const router = useRouter();
  const [, change] = useChange();
  const [busy, hold] = useOptimistic(nobody, (others, id: number) => new Set(others).add(id));

  const act = (id: number, { status, said }: Omit<LifeChoice, 'name'>) => {
    if (busy.has(id)) return;
    // The row may leave the list; the focus goes on to the next one instead of getting lost with it.
    moveRow(1);
    change({ organizationId, issues: [id] }, { status }, said, () => hold(id));
  };
  const clicked = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('[data-row-link]');
    const button = event.target.closest('button');
    if (button) act(Number(button.value), deeds[button.name]!);
    else if (link && isPlain(event)) {
      event.preventDefault();
      startTransition(() => router.push(link.pathname as Route));
    }
  };
  useEffect(() => {
    const rows = body.current;
    rows?.addEventListener('click', clicked);
    return () => rows?.removeEventListener('click', clicked);
  });

  return (
    <tbody ref={body}>
      {issues.map((issue) => (
        // Taken over by React by itself: a key on one of two hundred rows does not wait for the others.
        <Activity key={issue.id}>
          <IssueRow
            issue={issue}
            shown={shown}
            nowMs={nowMs}
            span={span}
            mayChange={mayChange}
            busy={busy.has(issue.id)}
          />
        </Activity>
      ))}
    </tbody>
  );
}

const back = { to: 'unresolved' } as const;

/** What the buttons of a row do, by their names. */
const deeds: Record<string, Omit<LifeChoice, 'name'>> = {
  resolve: resolveChoices(null)[0]!,
  reopen: { status: back, said: 'reopened' },
  archive: archiveChoices[0]!,
  unarchive: { status: back, said: 'unarchived' },
};

/** Not one that opens a tab or a window, or saves what the link leads to. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
