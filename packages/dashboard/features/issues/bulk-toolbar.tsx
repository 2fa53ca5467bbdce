'use client';

import { Archive, Check, Merge, RotateCcw, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Command, CommandGroup } from '#shell/commands/registry.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { Subject } from './bulk.tsx';

interface Props {
  hidden: boolean;
  subject: Subject | null;
  commandsFor: (subject: Subject) => CommandGroup | null;
  /** Every row of the page is selected. */
  isPageSelected: boolean;
  /** How many issues "Select all" would select, or `null` if that is the page. */
  allCount: number | null;
  onSelectAll: () => void;
  /** Selects or clears the whole page. */
  onSetPage: (checked: boolean) => void;
}

/** The actions for the selected issues: the same commands that keys and the palette run. */
export default function BulkToolbar({
  hidden,
  subject,
  commandsFor,
  isPageSelected,
  allCount,
  onSelectAll,
  onSetPage,
}: Props) {
  const commands = (subject && commandsFor(subject)?.commands) ?? [];
  const find = (id: string) => commands.find((command) => command.id === id);
  const menu = (prefix: string) => commands.filter(({ id }) => id.startsWith(prefix));
  const resolve = find('resolve');
  const reopen = find('reopen');
  const assign = find('assign');
  const merge = find('merge');
  return (
    <div
      hidden={hidden}
      role="toolbar"
      aria-label="Selected issues"
      // On wide screens it covers the column headings: moving fifty rows down would take longer than the rest of the
      // update.
      className="sticky top-0 z-10 xl:h-0"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5 xl:min-h-[33px] xl:gap-1 xl:py-0.5">
        <span className="mr-2 pl-2 text-13 font-medium" role="status">
          {subject && `${subject.count} selected`}
        </span>
        {resolve && assign ? (
          <>
            <Button small onClick={resolve.run}>
              {subject?.status === 'resolved' ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
              {resolve.label}
            </Button>
            <CommandMenu label="Resolve in a release" trigger="In a release" commands={menu('resolve')} />
            <CommandMenu
              label="Archive until"
              trigger={
                <>
                  <Archive size={14} aria-hidden />
                  Archive
                </>
              }
              commands={menu('archive')}
            />
            {reopen ? (
              <Button small onClick={reopen.run}>
                <RotateCcw size={14} aria-hidden />
                {reopen.label}
              </Button>
            ) : null}
            <Button small onClick={assign.run} aria-haspopup="dialog">
              <UserRound size={14} aria-hidden />
              Assign
            </Button>
            <CommandMenu label="Priority" trigger="Priority" commands={menu('priority')} />
          </>
        ) : null}
        <CommandMenu
          label={resolve ? 'More' : 'Mark'}
          trigger={resolve ? 'More' : 'Mark'}
          commands={[...menu('bookmark'), ...menu('seen'), ...menu('unseen')]}
        />
        {merge ? (
          <Button small onClick={merge.run}>
            <Merge size={14} aria-hidden />
            Merge
          </Button>
        ) : null}
        {isPageSelected ? null : (
          <Button small variant="quiet" onClick={() => onSetPage(true)}>
            Select page
          </Button>
        )}
        {allCount === null ? null : (
          <Button small variant="quiet" onClick={onSelectAll}>
            Select all {allCount}
          </Button>
        )}
        <Button small variant="quiet" onClick={() => onSetPage(false)}>
          Clear
        </Button>
      </div>
    </div>
  );
}

interface CommandMenuProps {
  label: string;
  trigger: ReactNode;
  commands: readonly Command[];
}

function CommandMenu({ label, trigger, commands }: CommandMenuProps) {
  return (
    <Menu
      label={label}
      small
      trigger={trigger}
      items={commands.map(({ label: name, run }) => ({ name, onSelect: run }))}
    />
  );
}
