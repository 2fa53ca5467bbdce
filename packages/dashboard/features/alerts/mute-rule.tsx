'use client';

import { useTransition } from 'react';
import { toast } from '#features/toast/toast.ts';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { muteAlertRule } from './actions.ts';

interface Props {
  organizationId: number;
  ruleId: number;
  isMuted: boolean;
}

/** Stops the email of a rule to the viewer, or ends that. */
export function MuteRule({ organizationId, ruleId, isMuted }: Props) {
  const [pending, start] = useTransition();
  const mute = () =>
    start(async () => {
      const result = await callAction(muteAlertRule(organizationId, ruleId, !isMuted));
      const done = isMuted ? 'Rule unmuted' : 'Rule muted. It sends you no email.';
      toast({ text: result.ok ? done : result.message });
    });
  return (
    <Button pending={pending} onClick={() => pending || mute()}>
      {isMuted ? 'Unmute' : 'Mute for me'}
    </Button>
  );
}
