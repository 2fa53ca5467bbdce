'use client';

import { startTransition, useEffect, useRef, useState, type ComponentType } from 'react';
import { toast } from '#features/toast/toast.ts';
import { awaitField } from './commands/registry.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A dialog whose code loads when the page is idle, or at the latest when it is opened. A failed load shows a toast.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props & { open: boolean }) {
    const { open, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    useEffect(
      () =>
        whenIdle(() =>
          load().then(
            (loaded) => startTransition(() => setDialog(() => loaded)),
            // Loaded again when it is opened.
            () => {},
          ),
        ),
      [],
    );
    const giveUp = useRef(onClose);
    useEffect(() => {
      giveUp.current = onClose;
    });
    const isMissing = open && Dialog === null;
    useEffect(() => {
      if (!isMissing) return;
      const stop = awaitField();
      load().then(
        (loaded) => setDialog(() => loaded),
        () => {
          giveUp.current();
          toast({ text: 'The server is not responding. Try again in a moment.' });
        },
      );
      return stop;
    }, [isMissing]);
    return open && Dialog ? <Dialog {...props} /> : null;
  };
}
