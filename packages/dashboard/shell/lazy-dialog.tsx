'use client';

import { startTransition, useEffect, useRef, useState, type ComponentType } from 'react';
import { toast } from '#features/toast/toast.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A dialog that a page does not begin with: loaded once the page is at rest, so that it is there when it is opened, and at the
 * latest then. Who waits for it in vain is told.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function Late(props: Props & { open: boolean }) {
    const { open, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    useEffect(
      () =>
        whenIdle(() =>
          load().then(
            (loaded) => startTransition(() => setDialog(() => loaded)),
            // It is asked for again when it is opened.
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
      load().then(
        (loaded) => setDialog(() => loaded),
        () => {
          giveUp.current();
          toast({ text: 'The server did not answer. Try again in a moment.' });
        },
      );
    }, [isMissing]);
    return open && Dialog ? <Dialog {...props} /> : null;
  };
}
