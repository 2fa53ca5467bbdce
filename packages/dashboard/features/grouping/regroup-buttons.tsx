'use client';

import { Merge, Split, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button.tsx';
import { followMaps, mergeIssues, splitIssue } from './actions.ts';
import { useRegroup } from './use-regroup.ts';

export function MergeButton({ issue, into }: { issue: string; into: string }) {
  const [pending, regroup] = useRegroup();
  return (
    <Button
      small
      pending={pending}
      aria-label={`Merge ${issue} into ${into}`}
      onClick={() =>
        pending ||
        regroup(
          () => mergeIssues([issue], into),
          () => `${issue} is part of ${into} now`,
        )
      }
    >
      <Merge size={14} aria-hidden />
      Merge
    </Button>
  );
}

export function SplitHashButton({ shortId, hash, name }: { shortId: string; hash: string; name: string }) {
  const [pending, regroup] = useRegroup();
  return (
    <Button
      small
      pending={pending}
      aria-label={`Split off ${name}`}
      onClick={() =>
        pending ||
        regroup(
          () => splitIssue(shortId, { hashes: [hash] }),
          () => 'Split off into an issue of its own',
        )
      }
    >
      <Split size={14} aria-hidden />
      Split off
    </Button>
  );
}

/** This one event gets an issue of its own; what is like it still comes here. */
export function SplitEventButton({ shortId, eventId }: { shortId: string; eventId: string }) {
  const [pending, regroup] = useRegroup();
  const router = useRouter();
  const split = async () => {
    const done = await splitIssue(shortId, { eventIds: [eventId] });
    // The event is in another issue by then, and so is its page.
    if (done.ok) router.replace(`/issues/${shortId}`);
    return done;
  };
  return (
    <Button
      small
      look="quiet"
      pending={pending}
      onClick={() => pending || regroup(split, () => 'The event has an issue of its own')}
    >
      <Split size={14} aria-hidden />
      Split off this event
    </Button>
  );
}

/** Takes the offer that source maps came too late for. */
export function FollowMapsButton({ shortId, events }: { shortId: string; events: string }) {
  const [pending, regroup] = useRegroup();
  return (
    <Button
      small
      look="primary"
      pending={pending}
      onClick={() =>
        pending ||
        regroup(
          () => followMaps(shortId),
          () => `Regrouped ${events} by source`,
        )
      }
    >
      Regroup {events}
    </Button>
  );
}

export function UndoButton({ id, what }: { id: string; what: string }) {
  const [pending, , undo] = useRegroup();
  return (
    <Button small look="quiet" pending={pending} aria-label={`Undo the ${what}`} onClick={() => pending || undo(id)}>
      <Undo2 size={14} aria-hidden />
      Undo
    </Button>
  );
}
