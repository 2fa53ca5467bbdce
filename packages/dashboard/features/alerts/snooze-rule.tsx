'use client';

import { BellOff } from 'lucide-react';
import { useEffect, useRef, useTransition } from 'react';
import { toast } from '#features/toast/toast.ts';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { Menu } from '#ui/menu.tsx';
import { snoozeAlertRule } from './actions.ts';
import { snoozeOptions } from './rule-input.ts';

interface Props {
  organizationId: number;
  ruleId: number;
  isSnoozed: boolean;
}

/** Stops the messages of a rule for some time, or ends that. */
export function SnoozeRule({ organizationId, ruleId, isSnoozed }: Props) {
  const [pending, start] = useTransition();
  const root = useRef<HTMLDivElement>(null);
  const isOwnChange = useRef(false);
  // Each button replaces the other.
  useEffect(() => {
    if (isOwnChange.current) root.current?.querySelector('button')?.focus();
    isOwnChange.current = false;
  }, [isSnoozed]);
  const snooze = (durationMs: number | null) =>
    start(async () => {
      const result = await callAction(snoozeAlertRule(organizationId, ruleId, durationMs));
      isOwnChange.current = result.ok;
      toast({ text: result.ok ? (durationMs === null ? 'Snooze ended' : 'Rule snoozed') : result.message });
    });
  return (
    <div ref={root}>
      {isSnoozed ? (
        <Button pending={pending} onClick={() => pending || snooze(null)}>
          End snooze
        </Button>
      ) : (
        <Menu
          label="Snooze rule"
          trigger={
            <>
              <BellOff size={14} aria-hidden />
              Snooze
            </>
          }
          disabled={pending}
          items={() =>
            snoozeOptions(new Date()).map(({ name, durationMs }) => ({ name, onSelect: () => snooze(durationMs) }))
          }
        />
      )}
    </div>
  );
}
