'use client';

import type { IssueName } from '@seismo/server';
import { Merge, Split, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import type { Target } from '#server/target.ts';
import { regroupBySourceMap, splitIssue } from './actions.ts';
import { useMerge, useRegroup } from './use-regroup.ts';

interface Props {
  organizationId: number;
  issue: IssueName;
  into: IssueName;
}

export function MergeButton({ organizationId, issue, into }: Props) {
  const [pending, merge] = useMerge(organizationId);
  const label = `Merge ${issue.shortId} into ${into.shortId}`;
  useCommands('page', () => ({
    name: into.shortId,
    commands: pending ? [] : [{ id: `merge-${issue.shortId}`, label, run: () => merge(issue, into) }],
  }));
  return (
    <Button small pending={pending} aria-label={label} onClick={() => pending || merge(issue, into)}>
      <Merge size={14} aria-hidden />
      Merge
    </Button>
  );
}

export function SplitHashButton({ issue, hash, name }: { issue: Target; hash: string; name: string }) {
  const [pending, regroup] = useRegroup();
  return (
    <Button
      small
      pending={pending}
      aria-label={`Split ${name}`}
      onClick={() =>
        pending ||
        regroup(
          () => splitIssue(issue, { hashes: [hash] }),
          () => 'Group split into a new issue',
        )
      }
    >
      <Split size={14} aria-hidden />
      Split
    </Button>
  );
}

/** Moves this event to its own issue; similar events still join this one. */
export function SplitEventButton({ issue, shortId, eventId }: { issue: Target; shortId: string; eventId: string }) {
  const [pending, regroup] = useRegroup();
  const router = useRouter();
  const split = async () => {
    const done = await splitIssue(issue, { eventIds: [eventId] });
    // The event is in another issue by then, and so is its page.
    if (done.ok) router.replace(`/issues/${shortId}`);
    return done;
  };
  return (
    <Button
      small
      variant="quiet"
      pending={pending}
      onClick={() => pending || regroup(split, () => 'Event split into a new issue')}
    >
      <Split size={14} aria-hidden />
      Split event
    </Button>
  );
}

/** Regroups by source maps that were uploaded after the events. */
export function RegroupButton({ issue, events }: { issue: Target; events: string }) {
  const [pending, regroup] = useRegroup();
  return (
    <Button
      small
      variant="primary"
      pending={pending}
      onClick={() =>
        pending ||
        regroup(
          () => regroupBySourceMap(issue),
          () => `Regrouped ${events}`,
        )
      }
    >
      Regroup {events}
    </Button>
  );
}

export function UndoButton({ organizationId, id, what }: { organizationId: number; id: string; what: string }) {
  const [pending, , undo] = useRegroup();
  return (
    <Button
      small
      variant="quiet"
      pending={pending}
      aria-label={`Undo ${what}`}
      onClick={() => pending || undo(organizationId, id)}
    >
      <Undo2 size={14} aria-hidden />
      Undo
    </Button>
  );
}
