'use client';

import { useEffect, useState, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import type { Refused } from '#ui/fields.ts';
import { FormError } from '#ui/form-error.tsx';
import { addBrowser, beginBrowser, removeBrowser } from './actions.ts';
import { pushState, subscribeToPush, unsubscribeFromPush, type PushState } from './browser-push.ts';

const texts: Record<PushState, string> = {
  insecure: 'This browser needs HTTPS, or localhost, to show notifications.',
  unsupported: 'This browser cannot show notifications.',
  blocked:
    'This browser blocks notifications of Seismo. Allow them in the settings of the browser, and reload the page.',
  off: 'Off in this browser',
  on: 'On in this browser',
};

/** `id`: of this browser's subscription; `null` if the server has none. */
export function ThisBrowser({ id }: { id: number | null }) {
  const [found, setFound] = useState<PushState | null>(null);
  const [problem, setProblem] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  useEffect(() => {
    void pushState().then(setFound);
  }, [id]);
  // The browser may still be subscribed for a session that has ended.
  const state = found === 'on' && id === null ? 'off' : found;
  const run = (change: () => Promise<Refused | null>) => {
    if (pending) return;
    start(async () => {
      setProblem(null);
      setProblem(await change());
      setFound(await pushState());
    });
  };
  if (state === null) return <p className="min-h-8" />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <p role="status" className="min-w-0 font-medium">
          {texts[state]}
        </p>
        {state === 'off' ? (
          <Button pending={pending} onClick={() => run(turnOn)}>
            Turn on
          </Button>
        ) : null}
        {state === 'on' && id !== null ? (
          <Button pending={pending} onClick={() => run(() => turnOff(id))}>
            Turn off
          </Button>
        ) : null}
      </div>
      <FormError result={problem} />
    </div>
  );
}

async function turnOn(): Promise<Refused | null> {
  // Before anything that takes time: browsers ask only right after a press.
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return null;
  if (permission === 'default') return { ok: false, message: 'The browser has not allowed notifications.' };
  const begun = await callAction(beginBrowser());
  if (!begun.ok) return begun;
  const subscription = await subscribeToPush(begun.publicKey).catch(() => null);
  if (subscription === null) {
    const message =
      'The browser could not subscribe to notifications. It may not reach its push service, or not have one.';
    return { ok: false, message };
  }
  const added = await callAction(addBrowser(subscription));
  return added.ok ? null : added;
}

async function turnOff(id: number): Promise<Refused | null> {
  await unsubscribeFromPush();
  const removed = await callAction(removeBrowser(id, null));
  return removed.ok ? null : removed;
}
