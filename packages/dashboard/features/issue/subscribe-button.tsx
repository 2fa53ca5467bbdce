'use client';

import type { IssueView } from '@seismo/server';
import { Bell, BellOff } from 'lucide-react';
import { useOptimistic, useTransition } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { plural } from '#ui/count.ts';
import type { Target } from '#server/target.ts';
import { setSubscribed } from '../issues/actions.ts';
import { toast } from '../toast/toast.ts';

type Subscription = NonNullable<IssueView['subscription']>;

const because: Record<Subscription['reason'], string> = {
  comment: ' because you commented',
  mention: ' because you were mentioned',
  assignment: ' because the issue was assigned to you',
  status: ' because you changed its status',
  manual: '',
};

interface Props {
  issue: Target;
  shortId: string;
  subscription: Subscription | null;
  subscriberCount: number;
}

/** Whether the viewer is notified of changes and comments, and why. */
export function SubscribeButton({ issue, shortId, subscription, subscriberCount }: Props) {
  const [state, setOptimistic] = useOptimistic({ subscription, subscriberCount });
  const [pending, start] = useTransition();
  const isSubscribed = state.subscription?.isSubscribed ?? false;
  const toggle = () =>
    start(async () => {
      setOptimistic({
        subscription: { isSubscribed: !isSubscribed, reason: 'manual' },
        subscriberCount: state.subscriberCount + (isSubscribed ? -1 : 1),
      });
      const result = await callAction(setSubscribed(issue, !isSubscribed));
      const done = isSubscribed ? `Unsubscribed from ${shortId}` : `Subscribed to ${shortId}`;
      toast({ text: result.ok ? done : result.message });
    });
  useCommands('page', () => ({
    name: shortId,
    commands: pending
      ? []
      : [
          {
            id: 'subscribe',
            label: isSubscribed ? 'Unsubscribe from issue' : 'Subscribe to issue',
            words: 'notify notifications email watch follow mute',
            run: toggle,
          },
        ],
  }));
  const Icon = isSubscribed ? BellOff : Bell;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Button small pending={pending} onClick={() => pending || toggle()}>
          <Icon size={14} aria-hidden />
          {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
        </Button>
        {state.subscriberCount > 0 ? (
          <span className="text-12 text-muted">{plural(state.subscriberCount, 'subscriber')}</span>
        ) : null}
      </div>
      <p className="mt-2 text-13">
        {isSubscribed
          ? `You are subscribed${because[state.subscription!.reason]}.`
          : 'You are not subscribed: you are notified only of mentions and assignments.'}
      </p>
    </>
  );
}
