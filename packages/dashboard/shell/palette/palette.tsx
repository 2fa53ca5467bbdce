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
 * Waits for mod+k. What finds things is loaded once the page is at rest, so that it is there with the key: what is typed next
 * is meant for it, and by no means for the page.
 */
export function Palette() {
  const [commands, setCommands] = useState<Command[] | null>(null);
  const [FindAnything, setFindAnything] = useState<FindAnything | null>(null);
  useEffect(
    () =>
      whenIdle(() =>
        load().then(
          (loaded) => setFindAnything(() => loaded),
          // It is asked for again when it is wanted.
          () => {},
        ),
      ),
    [],
  );
  const close = () => setCommands(null);
  const toggle = () => {
    // Asked while the focus is still where it was: a row of a list answers only as long as it has it.
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
        toast({ text: 'The server did not answer. Try again in a moment.' });
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
