'use client';

import type { AssigneeView, IssueChange, IssueFlags } from '@seismo/server';
import { Archive, Check, Merge, RotateCcw, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { mergeIssues } from '#features/grouping/actions.ts';
import { useRegroup } from '#features/grouping/use-regroup.ts';
import { assigneeText } from './assignee-text.ts';
import { archiveChoices, resolveChoices } from './life-choices.ts';
import { ArchiveMenu, ResolveMenu } from './life-menus.tsx';
import type { RawParams } from './search-params.ts';
import type { Chosen } from './actions.ts';
import { useChange } from './use-change.ts';
import { useMarks } from './use-marks.ts';

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog);

const AT_ONCE_MAX = 1000;

/** What to do with the issues that are chosen. With the whole page chosen, the rest of the search can be taken too. */
export default function BulkToolbar({
  organizationId,
  chosen,
  chosenNow,
  page,
  total,
  list,
  among,
  mayChange,
  onSetAll,
}: {
  organizationId: number;
  /** Numbers of issues, as their boxes have them. */
  chosen: string[];
  chosenNow: () => string[];
  /** All of the page is chosen. */
  page: boolean;
  total: number;
  list: RawParams;
  /** Whom issues can be for. */
  among: AssigneeView[];
  /** More than what marks them for oneself. */
  mayChange: boolean;
  /** Chooses all of the page, or none. */
  onSetAll: (checked: boolean) => void;
}) {
  const [everythingOf, setEverythingOf] = useState<string[] | null>(null);
  // Of what is chosen right now: a box that changes takes it back.
  const everything = everythingOf === chosen;
  // What is on its way is not waited for: with each deed nothing is chosen any more.
  const [, change] = useChange();
  const [, regroup] = useRegroup();
  const markAll = useMarks();
  const [assigning, setAssigning] = useState(false);
  const stopAssigning = () => setAssigning(false);

  const selection = (): Chosen =>
    everything ? { organizationId, list } : { organizationId, issues: chosenNow().map(Number) };
  const act = (what: IssueChange, said: string) => {
    change(selection(), what, said);
    onSetAll(false);
  };
  const mergeChosen = () => {
    const together = chosenNow().map(Number);
    regroup(
      () => mergeIssues(organizationId, together),
      ({ into }) => `Merged ${together.length} issues into ${into}`,
    );
    onSetAll(false);
  };
  const mark = (marks: IssueFlags, said: string) => {
    markAll(selection(), marks, said);
    onSetAll(false);
  };
  const assign = (to: AssigneeView | null) => {
    stopAssigning();
    act({ assignTo: assigneeText(to) }, to ? `assigned to ${to.name}` : 'unassigned');
  };
  const count = everything ? Math.min(total, AT_ONCE_MAX) : chosen.length;

  return (
    <>
      <div
        hidden={chosen.length === 0}
        role="toolbar"
        aria-label="Selected issues"
        // Where there is room it lies over the names of the columns: to move fifty rows takes longer than all the rest.
        className="sticky top-0 z-10 xl:h-0"
      >
        <div className="flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5 xl:min-h-[33px] xl:gap-1 xl:py-0.5">
          <span className="mr-2 pl-2 text-13 font-medium" role="status">
            {chosen.length === 0 ? '' : `${count} selected`}
          </span>
          {mayChange ? (
            <>
              <Button
                small
                command="resolve"
                onClick={() => act({ status: { to: 'resolved', in: 'now' } }, 'resolved')}
              >
                <Check size={14} aria-hidden />
                Resolve
              </Button>
              <ResolveMenu
                issue={{ organizationId, id: Number(chosen[0]) }}
                choices={resolveChoices('the newest one')
                  .slice(1)
                  .map((choice) => ({ ...choice, said: choice.said.replace('the newest one', 'this release') }))}
                small
                trigger="In release"
                onChoose={({ status, said }) => act({ status }, said)}
              />
              {/* The key's: the menu has every other way. */}
              <button
                type="button"
                hidden
                aria-label="Archive until they escalate"
                data-command="archive"
                onClick={() => act({ status: archiveChoices[0]!.status }, archiveChoices[0]!.said)}
              />
              <ArchiveMenu
                what={count === 1 ? '1 issue' : `${count} issues`}
                small
                trigger={
                  <>
                    <Archive size={14} aria-hidden />
                    Archive
                  </>
                }
                onChoose={({ status, said }) => act({ status }, said)}
              />
              <Button small onClick={() => act({ status: { to: 'unresolved' } }, 'reopened')}>
                <RotateCcw size={14} aria-hidden />
                Reopen
              </Button>
              <Button small onClick={() => setAssigning(true)} command="assign" aria-haspopup="dialog">
                <UserRound size={14} aria-hidden />
                Assign
              </Button>
              <Menu
                label="Priority"
                small
                trigger="Priority"
                items={(['high', 'medium', 'low'] as const).map((priority) => ({
                  name: priority[0]!.toUpperCase() + priority.slice(1),
                  onSelect: () => act({ priority }, `set to ${priority} priority`),
                }))}
              />
            </>
          ) : null}
          <Menu
            label={mayChange ? 'More' : 'Mark'}
            small
            trigger={mayChange ? 'More' : 'Mark'}
            items={[
              { name: 'Bookmark', onSelect: () => mark({ bookmarked: true }, 'bookmarked') },
              { name: 'Remove bookmark', onSelect: () => mark({ bookmarked: false }, 'removed from bookmarks') },
              { name: 'Mark as seen', onSelect: () => mark({ seen: true }, 'marked as seen') },
              { name: 'Mark as unseen', onSelect: () => mark({ seen: false }, 'marked as unseen') },
            ]}
          />
          {mayChange && chosen.length > 1 && !everything ? (
            <Button small onClick={mergeChosen}>
              <Merge size={14} aria-hidden />
              Merge
            </Button>
          ) : null}
          {page ? null : (
            <Button small variant="quiet" onClick={() => onSetAll(true)}>
              Select page
            </Button>
          )}
          {page && !everything && total > chosen.length ? (
            <Button small variant="quiet" onClick={() => setEverythingOf(chosen)}>
              Select all {Math.min(total, AT_ONCE_MAX)}
            </Button>
          ) : null}
          <Button small variant="quiet" onClick={() => onSetAll(false)}>
            Clear
          </Button>
        </div>
      </div>
      <AssignDialog
        open={assigning}
        what={count === 1 ? '1 issue' : `${count} issues`}
        among={among}
        mayUnassign
        onChoose={assign}
        onClose={stopAssigning}
      />
    </>
  );
}
