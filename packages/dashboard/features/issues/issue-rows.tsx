'use client';

import { useRouter } from 'next/navigation';
import type { Route } from 'next';
import { Activity, startTransition, useEffect, useRef } from 'react';
import { useRowActions } from './bulk.tsx';
import type { ColumnId } from './columns.ts';
import { reopen, unarchive } from './issue-commands.ts';
import { IssueRow } from './issue-row.tsx';
import type { IssueRowData } from './issue-row-data.ts';
import { archiveOptions, resolveOptions, type StatusOption } from './status-options.ts';

interface Props {
  issues: IssueRowData[];
  visibleColumns: readonly ColumnId[];
  nowMs: number;
  span: string;
  /** Resolve and archive them. */
  mayChange: boolean;
}

/**
 * The body of a list of issues. Rows are sent once, as data; events are delegated to the body, so that fifty rows need
 * no handlers.
 */
export function IssueRows({ issues, visibleColumns, nowMs, span, mayChange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const router = useRouter();
  const { busy, act } = useRowActions();

  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('[data-row-link]');
    const button = event.target.closest('button');
    if (button) act(Number(button.value), rowActions[button.name]!);
    else if (link && isPlain(event)) {
      event.preventDefault();
      startTransition(() => router.push(link.pathname as Route));
    }
  };
  useEffect(() => {
    const rows = body.current;
    rows?.addEventListener('click', handleClick);
    return () => rows?.removeEventListener('click', handleClick);
  });

  return (
    <tbody ref={body}>
      {issues.map((issue) => (
        // Each row hydrates separately: a key press on one of two hundred rows does not wait for the others.
        <Activity key={issue.id}>
          <IssueRow
            issue={issue}
            visibleColumns={visibleColumns}
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

/** The actions of a row's buttons, by name. */
const rowActions: Record<string, Omit<StatusOption, 'name'>> = {
  resolve: resolveOptions(null)[0]!,
  reopen,
  archive: archiveOptions[0]!,
  unarchive,
};

/** A plain left click, without modifier keys. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
