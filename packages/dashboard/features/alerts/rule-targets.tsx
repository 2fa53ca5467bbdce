import type { AlertRuleView, ChannelView } from '@seismo/server';
import { ChevronRight } from 'lucide-react';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { setRuleTargets } from './actions.ts';
import { TargetFields } from './target-fields.tsx';
import { channelsOf, reachesNoOne } from './targets.ts';

interface Props {
  rule: AlertRuleView;
  channels: readonly ChannelView[];
  hasEmail: boolean;
  organizationId: number;
  mayChange: boolean;
}

/** Where a rule sends its messages, with the form that changes it. */
export function RuleTargets({ rule, channels, hasEmail, organizationId, mayChange }: Props) {
  const targets = [
    ...(rule.toTeam ? [hasEmail ? 'email to the team' : 'email to the team (off)'] : []),
    ...channelsOf(rule, channels).map(({ name, allRules }) => (allRules ? `${name} (all rules)` : name)),
  ];
  const text = (
    <>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Recipients<span className="sr-only"> of {rule.name}</span>: {targets.join(', ') || 'none'}
      </span>
      {reachesNoOne(rule, channels, hasEmail) ? <Badge tone="warning">Reaches no one</Badge> : null}
    </>
  );
  if (!mayChange)
    return <p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">{text}</p>;
  return (
    <details className="min-w-0 basis-full">
      <summary className="flex w-fit max-w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-sm text-12 text-muted hover:text-ink pointer-coarse:min-h-11">
        <span className="flex min-w-0 items-center gap-1">
          <ChevronRight size={13} aria-hidden className="chevron shrink-0" />
          {text}
        </span>
      </summary>
      <ActionForm
        action={setRuleTargets.bind(null, organizationId, rule.id)}
        submit="Save recipients"
        variant="plain"
        small
        className="flex flex-col items-start gap-3 py-2 pl-[17px]"
      >
        <TargetFields rule={rule} channels={channels} hasEmail={hasEmail} />
      </ActionForm>
    </details>
  );
}
