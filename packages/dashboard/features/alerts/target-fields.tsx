'use client';

import type { AlertRuleView, ChannelView } from '@seismo/server';
import { Checkbox } from '#ui/checkbox.tsx';
import { channelStates } from './channel-words.ts';
import { channelsOf } from './targets.ts';

interface Props {
  rule: Pick<AlertRuleView, 'toTeam' | 'channelIds'>;
  channels: readonly Pick<ChannelView, 'id' | 'name' | 'kindName' | 'allRules' | 'state'>[];
  hasEmail: boolean;
}

/** Where a rule sends its messages. */
export function TargetFields({ rule, channels, hasEmail }: Props) {
  return (
    <div className="grid w-full gap-x-6 gap-y-3 sm:grid-cols-2">
      <Checkbox
        name="toTeam"
        label="Email to the team"
        note={hasEmail ? 'Or to the owners, while the project has no team.' : 'Email is off on this server.'}
        checked={rule.toTeam}
      />
      {channels.map(({ id, name, kindName, allRules, state }) => (
        <Checkbox
          key={`${id} ${allRules}`}
          name="channel"
          value={String(id)}
          label={name}
          note={
            allRules ? `${kindName}. Every rule sends to this channel.` : `${kindName}. ${channelStates[state].name}.`
          }
          checked={allRules || rule.channelIds.includes(id)}
          disabled={allRules}
        />
      ))}
      {/* Disabled checkboxes are not sent: the rule stays with its channel when the others leave it. */}
      {channelsOf(rule, channels)
        .filter(({ id, allRules }) => allRules && rule.channelIds.includes(id))
        .map(({ id }) => (
          <input key={id} type="hidden" name="channel" value={id} />
        ))}
    </div>
  );
}
