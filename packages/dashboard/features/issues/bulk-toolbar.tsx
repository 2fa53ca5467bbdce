'use client';

import { Archive, Check, Merge, RotateCcw, UserRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { SelectionToolbar } from '#explorer/selection-toolbar.tsx';
import type { Command, CommandGroup } from '#shell/commands/registry.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { Subject } from './bulk.tsx';

interface Props extends Omit<ComponentProps<typeof SelectionToolbar>, 'label' | 'count' | 'children'> {
  subject: Subject | null;
  commandsFor: (subject: Subject) => CommandGroup | null;
}

/** The actions for the selected issues: the same commands that keys and the palette run. */
export default function BulkToolbar({ subject, commandsFor, ...selection }: Props) {
  const commands = (subject && commandsFor(subject)?.commands) ?? [];
  const find = (id: string) => commands.find((command) => command.id === id);
  const menu = (prefix: string) => commands.filter(({ id }) => id.startsWith(prefix));
  const resolve = find('resolve');
  const reopen = find('reopen');
  const assign = find('assign');
  const merge = find('merge');
  return (
    <SelectionToolbar label="Selected issues" count={subject?.count ?? 0} {...selection}>
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
    </SelectionToolbar>
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
