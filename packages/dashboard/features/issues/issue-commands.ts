import type { IssueChange, IssueRow } from '@seismo/server';
import type { Command } from '#shell/commands/registry.ts';
import { selectedEnvironments } from '#shell/context-bar/page-context.tsx';
import { priorityNames } from './priority-names.ts';
import { archiveOptions, resolveOptions, type StatusOption } from './status-options.ts';

export type Change = (change: IssueChange, message: string) => void;

/** The dialogs for choices that a menu has no room for. */
export type IssueDialog = 'assign' | 'archive' | 'resolve';

interface StatusProps {
  status: IssueRow['status'];
  /** The newest release, for the options to resolve in it. */
  release: string | null;
  apply: (option: Omit<StatusOption, 'name'>) => void;
  open: (dialog: IssueDialog) => void;
}

const unresolved = { to: 'unresolved' } as const;
export const reopen = { status: unresolved, message: 'reopened' };
export const unarchive = { status: unresolved, message: 'unarchived' };

/** Resolve, archive and their reversals. The first option of each has the key. */
export function statusCommands({ status, release, apply, open }: StatusProps): Command[] {
  const [resolve, ...resolveIn] = resolveOptions(release, selectedEnvironments());
  const [archive, ...archiveUntil] = archiveOptions;
  return [
    status === 'resolved'
      ? { id: 'resolve', label: 'Reopen', words: 'unresolve', run: () => apply(reopen) }
      : { id: 'resolve', label: 'Resolve', words: 'close fix done', run: () => apply(resolve!) },
    status === 'archived'
      ? { id: 'archive', label: 'Unarchive', words: 'reopen', run: () => apply(unarchive) }
      : { id: 'archive', label: `Archive ${lower(archive!.name)}`, words: 'ignore mute', run: () => apply(archive!) },
    ...resolveIn.map((option) => ({
      id: `resolve ${option.name}`,
      label: `Resolve ${lower(option.name)}`,
      words: 'close fix',
      run: () => apply(option),
    })),
    {
      id: 'resolve-other',
      label: 'Resolve in another release or commit…',
      words: 'close fix version',
      run: () => open('resolve'),
    },
    ...archiveUntil.map((option) => ({
      id: `archive ${option.name}`,
      label: `Archive ${lower(option.name)}`,
      words: 'ignore mute snooze',
      run: () => apply(option),
    })),
    {
      id: 'archive-other',
      label: 'Archive until…',
      words: 'ignore mute snooze custom duration',
      run: () => open('archive'),
    },
  ];
}

/** Assign to a member or team, to the viewer, or unassign. */
export function assignCommands(change: Change, open: (dialog: IssueDialog) => void, isAssigned: boolean): Command[] {
  return [
    { id: 'assign', label: 'Assign…', words: 'owner member team', run: () => open('assign') },
    {
      id: 'assign-me',
      label: 'Assign to me',
      words: 'take mine owner',
      run: () => change({ assignTo: 'me' }, 'assigned to you'),
    },
    ...(isAssigned
      ? [
          {
            id: 'unassign',
            label: 'Unassign',
            words: 'remove owner',
            run: () => change({ assignTo: '' }, 'unassigned'),
          },
        ]
      : []),
  ];
}

export function priorityCommands(change: Change, isManual: boolean): Command[] {
  return [
    ...(['high', 'medium', 'low'] as const).map((priority) => ({
      id: `priority-${priority}`,
      label: `Priority: ${priorityNames[priority].toLowerCase()}`,
      words: 'set importance',
      run: () => change({ priority }, `set to ${priority} priority`),
    })),
    ...(isManual
      ? [
          {
            id: 'priority-automatic',
            label: 'Priority: automatic',
            words: 'set importance rule',
            run: () => change({ priority: null }, 'set to automatic priority'),
          },
        ]
      : []),
  ];
}

const lower = (name: string) => name[0]!.toLowerCase() + name.slice(1);
