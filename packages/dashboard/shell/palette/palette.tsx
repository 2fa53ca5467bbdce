'use client';

import { useEffect, useState } from 'react';
import { Overlay } from '#ui/overlay.tsx';
import { whenIdle } from '../when-idle.ts';
import { canTrigger } from '../keyboard/commands.ts';
import { withoutKey, keys, type Command } from '../keyboard/keys.ts';
import { toast } from '#features/toast/toast.ts';

const load = async () => (await import('./find-anything.tsx')).FindAnything;
type FindAnything = Awaited<ReturnType<typeof load>>;

/**
 * Opens with mod+K. Its code loads when the page is idle, so that what the user types next does not reach the page.
 */
export function Palette() {
  const [commands, setCommands] = useState<Command[] | null>(null);
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
  const close = () => setCommands(null);
  const toggle = () => {
    // Read the commands before the focus moves: a row handles them only while focused.
    setCommands(
      commands
        ? null
        : [...keys.filter(({ scope }) => scope === 'issue'), ...withoutKey].filter(({ id }) => canTrigger(id)),
    );
    if (FindAnything) return;
    load().then(
      (loaded) => setFindAnything(() => loaded),
      () => {
        close();
        toast({ text: 'The server is not responding. Try again in a moment.' });
      },
    );
  };
  return (
    <>
      <button type="button" hidden aria-label="Find anything" data-command="palette" onClick={toggle} />
      {commands ? (
        <Overlay label="Find anything" onClose={close}>
          {FindAnything ? <FindAnything commands={commands} onClose={close} /> : <div className="h-12" />}
        </Overlay>
      ) : null}
    </>
  );
}
