'use client';

import type { AssigneeView, IssueChange, IssueFlags, IssueStatus } from '@seismo/server';
import {
  createContext,
  lazy,
  startTransition,
  Suspense,
  useContext,
  useEffect,
  useOptimistic,
  useState,
  type ReactNode,
} from 'react';
import { RowGrid } from '#explorer/row-grid.tsx';
import { useSelection } from '#explorer/use-selection.ts';
import { mergeIssues } from '#features/grouping/actions.ts';
import { useRegroup } from '#features/grouping/use-regroup.ts';
import type { CommandGroup } from '#shell/commands/registry.ts';
import { useCommands } from '#shell/commands/use-commands.ts';
import { moveRow } from '#shell/keyboard/rows.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { whenIdle } from '#shell/when-idle.ts';
import { plural } from '#ui/count.ts';
import type { SelectedIssues } from './actions.ts';
import { assigneeText } from './assignee-text.ts';
import { assignCommands, priorityCommands, reopen, statusCommands, type IssueDialog } from './issue-commands.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { StatusDialogs } from './status-dialogs.tsx';
import type { StatusOption } from './status-options.ts';
import { useChangeIssues } from './use-change-issues.ts';
import { useFlagIssues } from './use-flag-issues.ts';

const load = () => import('./bulk-toolbar.tsx');
const BulkToolbar = lazy(load);
const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog);

/** An action changes at most this many issues. */
const AT_ONCE_MAX = 1000;
const noneBusy: ReadonlySet<number> = new Set();

/** What the rows share: the issues with a pending action, and how to act on one. */
interface RowActions {
  busy: ReadonlySet<number>;
  act: (id: number, option: Omit<StatusOption, 'name'>) => void;
}

const Rows = createContext<RowActions>({ busy: noneBusy, act: () => {} });
export const useRowActions = (): RowActions => useContext(Rows);

/** Issues that an action applies to. */
export interface Subject {
  selected: SelectedIssues;
  /** "SHOP-1A", "3 issues". */
  name: string;
  count: number;
  /** The ID of one of them. */
  id: number;
  /** `null` if they differ. */
  status: IssueStatus | null;
  /** The row with the focus, not the selection. */
  isRow: boolean;
}

interface Props {
  organizationId: number;
  issues: readonly { id: number; shortId: string; status: IssueStatus }[];
  /** All results of the search, and its parameters. */
  total: number;
  list: RawParams | null;
  /** Possible assignees. */
  assignees: AssigneeView[];
  /** Whether the user may change the issues, not only bookmark them and mark them as seen. */
  mayChange: boolean;
  children: ReactNode;
}

/**
 * A list of issues and its actions: on the selected issues, or on the row with the focus. The toolbar loads when the page is
 * idle and stays hidden until something is selected.
 */
export function Bulk({ organizationId, issues, total, list, assignees, mayChange, children }: Props) {
  const { root, selected, selectedNow, focusedNow, isPageSelected, setAll } = useSelection();
  const [allSelectedFor, setAllSelectedFor] = useState<string[] | null>(null);
  // Applies to the current selection only: changing a checkbox resets it.
  const isAllSelected = allSelectedFor === selected;
  // Pending changes do not block: each action clears the selection.
  const [, change] = useChangeIssues();
  const [, regroup] = useRegroup();
  const flag = useFlagIssues();
  const [busy, markBusy] = useOptimistic(noneBusy, (others, id: number) => new Set(others).add(id));
  const [dialog, setDialog] = useState<{ name: IssueDialog; subject: Subject } | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        load().then(
          () => startTransition(() => setLoaded(true)),
          // Loading is retried when a row is selected.
          () => {},
        );
      }),
    [],
  );

  const subjectOf = (ids: number[]): Subject | null => {
    const those = issues.filter(({ id }) => ids.includes(id));
    const [first, ...others] = those;
    if (!first) return null;
    const isAll = isAllSelected && list !== null;
    const count = isAll ? Math.min(total, AT_ONCE_MAX) : those.length;
    return {
      selected: isAll ? { organizationId, list } : { organizationId, issues: ids },
      name: plural(count, 'issue'),
      count,
      id: first.id,
      status: !isAll && others.every(({ status }) => status === first.status) ? first.status : null,
      isRow: false,
    };
  };
  const selection = () => subjectOf(selectedNow().map(Number));
  const row = (id = Number(focusedNow())): Subject | null => {
    const issue = issues.find((each) => each.id === id);
    return issue
      ? {
          id,
          status: issue.status,
          selected: { organizationId, issues: [id] },
          name: issue.shortId,
          count: 1,
          isRow: true,
        }
      : null;
  };

  /** An action on selected issues clears the selection; one on a row moves the focus on if the row may leave the list. */
  const actOn = ({ selected: issuesOf, isRow, id }: Subject, what: IssueChange, message: string) => {
    if (!isRow) {
      change(issuesOf, what, message);
      return setAll(false);
    }
    if (busy.has(id)) return;
    if (what.status) moveRow(1);
    change(issuesOf, what, message, () => markBusy(id));
  };
  const flagAll = (subject: Subject, flags: IssueFlags, message: string) => {
    flag(subject.selected, flags, message);
    if (!subject.isRow) setAll(false);
  };
  const merge = (subject: Subject) => {
    if (!('issues' in subject.selected)) return;
    const merged = subject.selected.issues;
    regroup(
      () => mergeIssues(organizationId, merged),
      ({ into }) => `Merged ${merged.length} issues into ${into}`,
    );
    setAll(false);
  };

  const commandsFor = (subject: Subject | null): CommandGroup | null => {
    if (!subject) return null;
    const apply = ({ status, message }: Omit<StatusOption, 'name'>) => actOn(subject, { status }, message);
    const act = (what: IssueChange, message: string) => actOn(subject, what, message);
    const open = (name: IssueDialog) => setDialog({ name, subject });
    const { status } = subject;
    const isSeveral = 'issues' in subject.selected && subject.selected.issues.length > 1;
    return {
      name: subject.name,
      commands: [
        ...(mayChange
          ? [
              ...statusCommands({ status: status ?? 'unresolved', release: 'the latest release', apply, open }),
              ...(status === null ? [{ id: 'reopen', label: 'Reopen', run: () => apply(reopen) }] : []),
              ...assignCommands(act, open, true),
              ...priorityCommands(act, true),
            ]
          : []),
        {
          id: 'bookmark',
          label: 'Bookmark',
          run: () => flagAll(subject, { bookmarked: true }, 'bookmarked'),
        },
        {
          id: 'bookmark-remove',
          label: 'Remove bookmark',
          run: () => flagAll(subject, { bookmarked: false }, 'removed from bookmarks'),
        },
        {
          id: 'seen',
          label: 'Mark as seen',
          words: 'read',
          run: () => flagAll(subject, { seen: true }, 'marked as seen'),
        },
        {
          id: 'unseen',
          label: 'Mark as unseen',
          words: 'unread new',
          run: () => flagAll(subject, { seen: false }, 'marked as unseen'),
        },
        ...(mayChange && isSeveral
          ? [{ id: 'merge', label: 'Merge', words: 'join group', run: () => merge(subject) }]
          : []),
      ],
    };
  };
  useCommands('selection', () => commandsFor(selection()));
  useCommands('row', () => commandsFor(row()));

  const close = () => setDialog(null);
  const assign = (to: AssigneeView | null) => {
    close();
    if (dialog) actOn(dialog.subject, { assignTo: assigneeText(to) }, to ? `assigned to ${to.name}` : 'unassigned');
  };
  const isOneIssue = dialog && 'issues' in dialog.subject.selected && dialog.subject.selected.issues.length === 1;
  const act: RowActions['act'] = (id, { status, message }) => {
    const subject = row(id);
    if (subject) actOn(subject, { status }, message);
  };
  return (
    <div ref={root}>
      {loaded || selected.length > 0 ? (
        <Suspense fallback={null}>
          <BulkToolbar
            subject={subjectOf(selected.map(Number))}
            commandsFor={commandsFor}
            isPageSelected={isPageSelected}
            allCount={
              isPageSelected && !isAllSelected && list && total > selected.length ? Math.min(total, AT_ONCE_MAX) : null
            }
            onSelectAll={() => setAllSelectedFor(selected)}
            onSetPage={setAll}
          />
        </Suspense>
      ) : null}
      <Rows value={{ busy, act }}>
        <RowGrid>{children}</RowGrid>
      </Rows>
      <AssignDialog
        open={dialog?.name === 'assign'}
        what={dialog?.subject.name ?? ''}
        {...(isOneIssue && { issue: { organizationId, id: dialog.subject.id } })}
        assignees={assignees}
        mayUnassign
        onSelect={assign}
        onClose={close}
      />
      <StatusDialogs
        open={dialog?.name ?? null}
        what={dialog?.subject.name ?? ''}
        issue={{ organizationId, id: dialog?.subject.id ?? 0 }}
        onSelect={({ status, message }) => dialog && actOn(dialog.subject, { status }, message)}
        onClose={close}
      />
    </div>
  );
}
