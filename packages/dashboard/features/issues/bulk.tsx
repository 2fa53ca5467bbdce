'use client';

import type { IssueChange } from '@seismo/server';
import { Archive, Check, Merge, RotateCcw, UserRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { mergeIssues } from '#features/grouping/actions.ts';
import { useRegroup } from '#features/grouping/use-regroup.ts';
import { archiveChoices, resolveChoices } from './life-choices.ts';
import type { RawParams } from './search-params.ts';
import { useChange } from './use-change.ts';

const AT_ONCE_MAX = 1000;

/**
 * Issues of the list that are chosen, and what to do with them. The boxes belong to the rows; a click with Shift takes all
 * in between. With the whole page chosen, the rest of the search can be taken too.
 */
export function Bulk({ total, list, children }: { total: number; list: RawParams; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const lastBox = useRef<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [page, setPage] = useState(false);
  const [everything, setEverything] = useState(false);
  const [pending, change] = useChange();
  const [merging, regroup] = useRegroup();

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
        <Menu
          label="Resolve in a release"
          small
          face="In a release"
          disabled={pending}
          items={resolveChoices('the newest one')
            .slice(1)
            .map(({ name, said, status }) => ({
              name,
              choose: () => act({ status }, said.replace('the newest one', 'this release')),
            }))}
        />
        <Menu
          label="Archive"
          small
          disabled={pending}
          face={
            <>
              <Archive size={14} aria-hidden />
              Archive
            </>
          }
          items={archiveChoices.map(({ name, said, status }) => ({ name, choose: () => act({ status }, said) }))}
        />
        <Button small onClick={() => act({ status: { to: 'unresolved' } }, 'reopened')} pending={pending}>
          <RotateCcw size={14} aria-hidden />
          Reopen
        </Button>
        <Button small onClick={() => act({ assignTo: 'me' }, 'assigned to you')} pending={pending}>
          <UserRound size={14} aria-hidden />
          Assign to me
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
      {children}
    </div>
  );
}
