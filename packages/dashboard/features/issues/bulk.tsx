'use client';

import type { AssigneeView, IssueChange, IssueMarks } from '@seismo/server';
import { Archive, Check, Merge, RotateCcw, UserRound } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { mergeIssues } from '#features/grouping/actions.ts';
import { useRegroup } from '#features/grouping/use-regroup.ts';
import { assigneeText } from './assignee-text.ts';
import { resolveChoices } from './life-choices.ts';
import { ArchiveMenu, ResolveMenu } from './life-menus.tsx';
import type { RawParams } from './search-params.ts';
import { useChange } from './use-change.ts';
import { useMarks } from './use-marks.ts';

const AssignDialog = dynamic(() => import('./assign-dialog.tsx'), { ssr: false });

const AT_ONCE_MAX = 1000;

/**
 * Issues of the list that are chosen, and what to do with them. The boxes belong to the rows; a click with Shift takes all
 * in between. With the whole page chosen, the rest of the search can be taken too.
 */
export function Bulk({
  total,
  list,
  among,
  children,
}: {
  total: number;
  list: RawParams;
  /** Whom issues can be for. */
  among: AssigneeView[];
  children: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  const lastBox = useRef<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [page, setPage] = useState(false);
  const [everything, setEverything] = useState(false);
  const [pending, change] = useChange();
  const [merging, regroup] = useRegroup();
  const [marking, markAll] = useMarks();
  const [assigning, setAssigning] = useState(false);

  const boxes = () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-choose]') ?? [])];
  const read = () => {
    const all = boxes();
    const checked = all.filter((box) => box.checked);
    setChosen(checked.map((box) => box.value));
    setPage(all.length > 0 && checked.length === all.length);
    setEverything(false);
  };
  const choose = (event: MouseEvent) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.matches('input[data-choose]')) return;
    const all = boxes();
    const [from, to] = [all.indexOf(lastBox.current!), all.indexOf(box)];
    if (event.shiftKey && from >= 0) {
      for (const between of all.slice(Math.min(from, to), Math.max(from, to))) between.checked = box.checked;
    }
    lastBox.current = box;
    read();
  };
  // The boxes inside are what is clicked; this only hears of it.
  useEffect(() => {
    const list = root.current;
    list?.addEventListener('click', choose);
    return () => list?.removeEventListener('click', choose);
  });
  const setAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    read();
  };
  const act = (what: IssueChange, said: string) => {
    if (pending) return;
    change(everything ? { list } : chosen, what, said);
    setAll(false);
  };
  const mergeChosen = () => {
    if (pending || merging) return;
    regroup(
      () => mergeIssues(chosen),
      ({ into }) => `${chosen.length} issues are ${into} now`,
    );
    setAll(false);
  };
  const mark = (marks: IssueMarks, said: string) => {
    if (pending || marking) return;
    markAll(everything ? { list } : chosen, marks, said);
    setAll(false);
  };
  const assign = (to: AssigneeView | null) => {
    setAssigning(false);
    act({ assignTo: assigneeText(to) }, to ? `assigned to ${to.name}` : 'assigned to nobody');
  };
  const count = everything ? Math.min(total, AT_ONCE_MAX) : chosen.length;

  return (
    <div ref={root}>
      <div
        hidden={chosen.length === 0}
        role="toolbar"
        aria-label="Chosen issues"
        className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5"
      >
        <span className="mr-2 pl-2 text-13 font-medium" role="status">
          {chosen.length === 0 ? '' : `${count} chosen`}
        </span>
        <Button small onClick={() => act({ status: { to: 'resolved', in: 'now' } }, 'resolved')} pending={pending}>
          <Check size={14} aria-hidden />
          Resolve
        </Button>
        <ResolveMenu
          shortId={chosen[0] ?? ''}
          choices={resolveChoices('the newest one')
            .slice(1)
            .map((choice) => ({ ...choice, said: choice.said.replace('the newest one', 'this release') }))}
          small
          face="In a release"
          disabled={pending}
          onChoose={({ status, said }) => act({ status }, said)}
        />
        <ArchiveMenu
          what={count === 1 ? '1 issue' : `${count} issues`}
          small
          face={
            <>
              <Archive size={14} aria-hidden />
              Archive
            </>
          }
          disabled={pending}
          onChoose={({ status, said }) => act({ status }, said)}
        />
        <Button small onClick={() => act({ status: { to: 'unresolved' } }, 'reopened')} pending={pending}>
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
        <Button small onClick={() => setAssigning(true)} pending={pending} command="assign" aria-haspopup="dialog">
          <UserRound size={14} aria-hidden />
          Assign
        </Button>
        <Menu
          label="Priority"
          small
          disabled={pending}
          face="Priority"
          items={(['high', 'medium', 'low'] as const).map((priority) => ({
            name: priority[0]!.toUpperCase() + priority.slice(1),
            choose: () => act({ priority }, `given ${priority} priority`),
          }))}
        />
        <Menu
          label="More"
          small
          disabled={pending || marking}
          face="More"
          items={[
            { name: 'Bookmark', choose: () => mark({ bookmarked: true }, 'bookmarked') },
            { name: 'Take the bookmark away', choose: () => mark({ bookmarked: false }, 'bookmarked no more') },
            { name: 'Mark as seen', choose: () => mark({ seen: true }, 'marked as seen') },
            { name: 'Mark as not seen', choose: () => mark({ seen: false }, 'marked as not seen') },
          ]}
        />
        {chosen.length > 1 && !everything ? (
          <Button small onClick={mergeChosen} pending={pending || merging}>
            <Merge size={14} aria-hidden />
            Merge
          </Button>
        ) : null}
        {page ? null : (
          <Button small look="quiet" onClick={() => setAll(true)}>
            Choose the page
          </Button>
        )}
        {page && !everything && total > chosen.length ? (
          <Button small look="quiet" onClick={() => setEverything(true)}>
            Choose all {Math.min(total, AT_ONCE_MAX)}
          </Button>
        ) : null}
        <Button small look="quiet" onClick={() => setAll(false)}>
          Clear
        </Button>
      </div>
      {assigning ? (
        <AssignDialog
          what={count === 1 ? '1 issue' : `${count} issues`}
          among={among}
          mayUnassign
          onChoose={assign}
          onClose={() => setAssigning(false)}
        />
      ) : null}
      {children}
    </div>
  );
}
