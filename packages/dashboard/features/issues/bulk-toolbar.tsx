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
import { archiveOptions, resolveOptions } from './status-options.ts';
import { ArchiveMenu, ResolveMenu } from './status-menus.tsx';
import type { RawParams } from './search-params.ts';
import type { SelectedIssues } from './actions.ts';
import { useChangeIssues } from './use-change-issues.ts';
import { useFlagIssues } from './use-flag-issues.ts';

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog);

const AT_ONCE_MAX = 1000;

/** Actions for the selected issues. With the whole page selected, you can select all search results. */
export default function BulkToolbar({
  organizationId,
  selected,
  selectedNow,
  isPageSelected,
  total,
  list,
  assignees,
  mayChange,
  onSetAll,
}: {
  organizationId: number;
  /** Numbers of issues, as their boxes have them. */
  selected: string[];
  selectedNow: () => string[];
  /** Every row of the page is selected. */
  isPageSelected: boolean;
  total: number;
  list: RawParams;
  /** Possible assignees. */
  assignees: AssigneeView[];
  /** Whether the user may change the issues, not only bookmark them and mark them as seen. */
  mayChange: boolean;
  /** Selects or clears the whole page. */
  onSetAll: (checked: boolean) => void;
}) {
  const [allSelectedFor, setAllSelectedFor] = useState<string[] | null>(null);
  // Applies to the current selection only: changing a checkbox resets it.
  const isAllSelected = allSelectedFor === selected;
  // Pending changes do not block: each action clears the selection.
  const [, change] = useChangeIssues();
  const [, regroup] = useRegroup();
  const markAll = useFlagIssues();
  const [assigning, setAssigning] = useState(false);
  const stopAssigning = () => setAssigning(false);

  const selection = (): SelectedIssues =>
    isAllSelected ? { organizationId, list } : { organizationId, issues: selectedNow().map(Number) };
  const act = (what: IssueChange, message: string) => {
    change(selection(), what, message);
    onSetAll(false);
  };
  const mergeSelected = () => {
    const merged = selectedNow().map(Number);
    regroup(
      () => mergeIssues(organizationId, merged),
      ({ into }) => `Merged ${merged.length} issues into ${into}`,
    );
    onSetAll(false);
  };
  const mark = (flags: IssueFlags, message: string) => {
    markAll(selection(), flags, message);
    onSetAll(false);
  };
  const assign = (to: AssigneeView | null) => {
    stopAssigning();
    act({ assignTo: assigneeText(to) }, to ? `assigned to ${to.name}` : 'unassigned');
  };
  const count = isAllSelected ? Math.min(total, AT_ONCE_MAX) : selected.length;

  return (
    <>
      <div
        hidden={selected.length === 0}
        role="toolbar"
        aria-label="Selected issues"
        // On wide screens it covers the column headings: moving fifty rows down would take longer than the rest of the
        // update.
        className="sticky top-0 z-10 xl:h-0"
      >
        <div className="flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5 xl:min-h-[33px] xl:gap-1 xl:py-0.5">
          <span className="mr-2 pl-2 text-13 font-medium" role="status">
            {selected.length === 0 ? '' : `${count} selected`}
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
                issue={{ organizationId, id: Number(selected[0]) }}
                options={resolveOptions('the latest release').slice(1)}
                small
                trigger="In a release"
                onSelect={({ status, message }) => act({ status }, message)}
              />
              {/* Hidden target for the shortcut; the menu has the other archive options. */}
              <button
                type="button"
                hidden
                aria-label="Archive until they escalate"
                data-command="archive"
                onClick={() => act({ status: archiveOptions[0]!.status }, archiveOptions[0]!.message)}
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
                onSelect={({ status, message }) => act({ status }, message)}
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
          {mayChange && selected.length > 1 && !isAllSelected ? (
            <Button small onClick={mergeSelected}>
              <Merge size={14} aria-hidden />
              Merge
            </Button>
          ) : null}
          {isPageSelected ? null : (
            <Button small variant="quiet" onClick={() => onSetAll(true)}>
              Select page
            </Button>
          )}
          {isPageSelected && !isAllSelected && total > selected.length ? (
            <Button small variant="quiet" onClick={() => setAllSelectedFor(selected)}>
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
        assignees={assignees}
        mayUnassign
        onSelect={assign}
        onClose={stopAssigning}
      />
    </>
  );
}
