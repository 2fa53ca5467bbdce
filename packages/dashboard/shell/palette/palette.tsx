'use client';

import { useEffect, useMemo, useState } from 'react';
import { Overlay } from '#ui/overlay.tsx';
import { whenIdle } from '../when-idle.ts';
import { commandGroups, onProvided, type CommandGroup } from '../commands/registry.ts';
import { useCommands } from '../commands/use-commands.ts';
import { toast } from '#features/toast/toast.ts';

const load = async () => (await import('./find-anything.tsx')).FindAnything;
type FindAnything = Awaited<ReturnType<typeof load>>;

/**
 * Opens with mod+K. Its code loads when the page is idle, so that what the user types next does not reach the page.
 */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  const [ofRow, setOfRow] = useState<CommandGroup[]>([]);
  const [ofPage, setOfPage] = useState<CommandGroup[]>([]);
  const commands = useMemo(() => [...ofRow, ...ofPage], [ofRow, ofPage]);
  // Parts of the page that are still loading.
  useEffect(() => (isOpen ? onProvided(() => setOfPage(commandGroups(['page', 'app']))) : undefined), [isOpen]);
  const [FindAnything, setFindAnything] = useState<FindAnything | null>(null);
  useEffect(
    () =>
      whenIdle(() =>
        load().then(
          (loaded) => setFindAnything(() => loaded),
          // Loaded again when it is opened.
          () => {},
        ),
      ),
    [],
  );
  const close = () => setIsOpen(false);
  const toggle = () => {
    setIsOpen(!isOpen);
    // Those of a row are there only while it is focused.
    setOfRow(commandGroups(['selection', 'row']));
    setOfPage(commandGroups(['page', 'app']));
    if (FindAnything) return;
    load().then(
      (loaded) => setFindAnything(() => loaded),
      () => {
        close();
        toast({ text: 'The server is not responding. Try again in a moment.' });
      },
    );
  };
  useCommands('app', () => ({ name: null, commands: [{ id: 'palette', label: 'Find anything', run: toggle }] }));
  if (!isOpen) return null;
  return (
    <Overlay label="Find anything" onClose={close}>
      {FindAnything ? <FindAnything commands={commands} onClose={close} /> : <div className="h-12" />}
    </Overlay>
  );
}
